public import Kernel

extension API.Guardian {
    /// What becomes of a past purchase that a policy would have stopped.
    public enum BacktestMode: String, Codable, Sendable, CaseIterable, WireEnum {
        /// It was not spent, and windows go on without it.
        case counterfactual
        /// It was spent.
        case observed
    }

    /// A policy that is tried: one of the household by its id, or one as it could be.
    public struct BacktestPolicy: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// A policy of the household; nothing else is said of it then.
        public let id: ID<Entity.Policy>?
        /// What it is called, 1...80 characters.
        public let name: String?
        /// The member it is for; everybody in the household when left out.
        public let userID: MemberReference?
        /// When it is true.
        public let when: Condition?
        /// What it answers then.
        public let then: PolicyAction?
        /// The sentence for the member, at most 200 characters.
        public let message: String?

        /// Names a policy of the household.
        public init(_ id: ID<Entity.Policy>) {
            self.id = id
            name = nil
            userID = nil
            when = nil
            then = nil
            message = nil
        }

        /// Makes a policy as it could be.
        public init(_ policy: PolicyInput) {
            id = nil
            name = policy.name
            userID = policy.userID
            when = policy.when
            then = policy.then
            message = policy.message
        }

        /// The policy as it could be; `nil` for one of the household.
        public var policy: PolicyInput? {
            guard id == nil, let name, let when, let then else { return nil }
            return PolicyInput(
                name: name,
                userID: userID,
                when: when,
                then: then,
                message: message
            )
        }

        /// What is wrong with it.
        fileprivate var fault: String? {
            let hasTerms = [name, userID?.text, when?.text, then?.rawValue, message]
                .contains { $0 != nil }
            if id != nil {
                return hasTerms ? "must have an id and nothing else, or name, when and then" : nil
            }
            guard policy != nil else { return "must each have an id, or name, when and then" }
            if name?.hasMoreScalars(than: Limits.policyNameCharacters) == true {
                return "has a name that is too long"
            }
            let most = Limits.policyMessageCharacters
            return message?.hasMoreScalars(than: most) == true
                ? "has a message that is too long" : nil
        }
    }

    /// Policies that are tried on the purchases of some days.
    public struct BacktestRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The policies, 1...1000.
        public let policies: [BacktestPolicy]
        /// The first day.
        public let from: WireDay
        /// The last day.
        public let to: WireDay
        /// The member whose purchases are judged; everybody's when left out.
        public let userID: MemberReference?
        /// `counterfactual` when left out.
        public let mode: BacktestMode?
        /// Whether the household's live policies stop purchases beside them; they do when left out.
        public let withLive: Bool?

        /// Makes a request.
        public init(
            policies: [BacktestPolicy],
            from: WireDay,
            to: WireDay,
            userID: MemberReference? = nil,
            mode: BacktestMode? = nil,
            withLive: Bool? = nil
        ) {
            self.policies = policies
            self.from = from
            self.to = to
            self.userID = userID
            self.mode = mode
            self.withLive = withLive
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            FieldRule(
                "policies",
                bounds: Schema.Bounds(minItems: 1, maxItems: Limits.backtestPolicies)
            ) { body in
                guard (1...Limits.backtestPolicies).contains(body.policies.count) else {
                    return "must have 1 to \(Limits.backtestPolicies) entries"
                }
                return body.policies.lazy.compactMap(\.fault).first
            },
            FieldRule("to", reading: ["from"]) { body in
                body.to.day < body.from.day ? "must not be before from" : nil
            },
        ]
    }
}
