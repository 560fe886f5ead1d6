public import Kernel

extension API.Sync {
    /// What a policy holds.
    public struct PolicyValue: SyncValue {
        /// What it is called, 1...80 characters; no other policy of the household is called so.
        public var name: String
        /// The member it is for; everybody in the household when left out; it stays.
        public let userID: ID<Entity.Member>?
        /// When it is true.
        public var when: API.Guardian.Condition
        /// What it answers then.
        public var then: API.Guardian.PolicyAction
        /// The sentence for the member, at most 200 characters.
        public var message: String?
        /// Whether it is asked, and decides.
        public var state: API.Guardian.PolicyState
        /// The change that waits, if there is one; it is told, not set.
        public let pending: PendingPolicy?

        /// Makes a value.
        public init(
            name: String,
            userID: ID<Entity.Member>? = nil,
            when: API.Guardian.Condition,
            then: API.Guardian.PolicyAction,
            message: String? = nil,
            state: API.Guardian.PolicyState = .draft,
            pending: PendingPolicy? = nil
        ) {
            self.name = name
            self.userID = userID
            self.when = when
            self.then = then
            self.message = message
            self.state = state
            self.pending = pending
        }

        /// The same with what is told of it.
        public func telling(_ pending: PendingPolicy?) -> Self {
            Self(
                name: name,
                userID: userID,
                when: when,
                then: then,
                message: message,
                state: state,
                pending: pending
            )
        }

        /// The only fields.
        public static let closedFields: Set<String>? = fieldNames

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = API.Guardian.PolicyInput.rules.map { rule in
            rule.lifted { API.Guardian.PolicyInput($0) }
        }
    }

    /// A change of a policy that waits.
    public struct PendingPolicy: Codable, Sendable, Equatable {
        /// What it will be called.
        public let name: String
        /// The member it will be for.
        public let userID: ID<Entity.Member>?
        /// When it will be true.
        public let when: API.Guardian.Condition
        /// What it will answer then.
        public let then: API.Guardian.PolicyAction
        /// The sentence that it will have for the member.
        public let message: String?
        /// Its state then.
        public let state: API.Guardian.PolicyState
        /// When the change takes effect.
        public let takesEffectAt: WireTimestamp
        /// Who asked for it.
        public let askedBy: ID<Entity.Member>

        /// Makes a change of what a policy will be.
        public init(
            _ value: PolicyValue,
            takesEffectAt: WireTimestamp,
            askedBy: ID<Entity.Member>
        ) {
            name = value.name
            userID = value.userID
            when = value.when
            then = value.then
            message = value.message
            state = value.state
            self.takesEffectAt = takesEffectAt
            self.askedBy = askedBy
        }
    }
}

extension API.Guardian.PolicyInput {
    /// What a policy says, as a device has it.
    public init(_ value: API.Sync.PolicyValue) {
        self.init(
            name: value.name,
            userID: value.userID.map { MemberReference($0.text) },
            when: value.when,
            then: value.then,
            message: value.message
        )
    }
}
