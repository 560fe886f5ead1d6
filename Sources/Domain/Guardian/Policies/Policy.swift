public import Kernel

/// A condition with what is answered to the purchases that it is true for.
public struct Policy: Sendable, Equatable {
    /// What a policy answers, the strictest first.
    public enum Action: String, Sendable, CaseIterable {
        /// No.
        case decline
        /// No, unless a parent allows it.
        case ask
        /// Yes, with a warning.
        case warn

        /// How strict it is; a stricter one has a higher number.
        public var strictness: Int {
            switch self {
            case .decline: 2
            case .ask: 1
            case .warn: 0
            }
        }

        /// Whether a purchase is not made for it.
        public var stops: Bool { self != .warn }
    }

    /// What becomes of a policy's answers.
    public enum State: String, Sendable, CaseIterable {
        /// It is not asked.
        case draft
        /// It is asked, and its answer is kept beside the decision.
        case shadow
        /// It decides.
        case live
        /// It is not asked any more.
        case retired
    }

    /// The id.
    public let id: ID<Entity.Policy>
    /// What it is called.
    public let name: String
    /// The member it is for; `nil` for everybody in the household.
    public let member: ID<Entity.Member>?
    /// When it is true.
    public let condition: PolicyCondition
    /// What it answers then.
    public let action: Action
    /// The sentence for the member; one that is made of the condition where it is `nil`.
    public let message: String?
    /// What becomes of its answers.
    public let state: State
    /// When it was made; among equally strict policies the oldest answers.
    public let createdAt: Timestamp

    /// Makes a policy.
    public init(
        id: ID<Entity.Policy>,
        name: String,
        member: ID<Entity.Member>? = nil,
        condition: PolicyCondition,
        action: Action,
        message: String? = nil,
        state: State,
        createdAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.member = member
        self.condition = condition
        self.action = action
        self.message = message
        self.state = state
        self.createdAt = createdAt
    }

    /// Whether it is for a member's purchases.
    public func applies(to member: ID<Entity.Member>) -> Bool {
        self.member == nil || self.member == member
    }

    /// Whether it was made before another one; of one instant, the lower id was.
    func isOlder(than other: Policy) -> Bool {
        (createdAt, id) < (other.createdAt, other.id)
    }
}

extension Policy: PolicyCoded {
    static let root = "policy"

    /// Reads a policy as it was stored.
    ///
    /// - Throws: ``PolicyFault``.
    public init(_ value: PolicyValue, at path: String = "policy") throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        id = try reader.id("id")
        name = try reader.text("name")
        member = try reader.optionalID("member_id")
        let when = reader.path("when")
        condition = try PolicyCondition(reader.required("when"), at: when)
        action = try reader.word("then")
        message = try reader.optionalText("message")
        state = try reader.word("state")
        createdAt = Timestamp(milliseconds: try reader.integer("created_at_ms", in: .min ... .max))
        try reader.finish()
    }

    /// The policy as JSON; what there is none of is left out.
    public var value: PolicyValue {
        .object(
            ("created_at_ms", .whole(createdAt.milliseconds)),
            ("id", .text(id.text)),
            ("member_id", member.map { .text($0.text) }),
            ("message", message.map { .text($0) }),
            ("name", .text(name)),
            ("state", .text(state.rawValue)),
            ("then", .text(action.rawValue)),
            ("when", condition.value)
        )
    }
}
