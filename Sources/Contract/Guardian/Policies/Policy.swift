public import Kernel

extension API.Guardian {
    /// What becomes of a policy's answers.
    public enum PolicyState: String, Codable, Sendable, CaseIterable, WireEnum {
        /// It is not asked.
        case draft
        /// It is asked, and its answer is kept beside the decision.
        case shadow
        /// It decides.
        case live
        /// It is not asked any more.
        case retired
    }

    /// A policy as it is kept.
    public struct Policy: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The id.
        public let id: ID<Entity.Policy>
        /// What it is called.
        public let name: String
        /// The member it is for; absent where it is for everybody in the household.
        public let userID: ID<Entity.Member>?
        /// When it is true.
        public let when: Condition
        /// What it answers then.
        public let then: PolicyAction
        /// The sentence for the member; absent where it is made of the condition.
        public let message: String?
        /// What becomes of its answers.
        public let state: PolicyState
        /// The position of its last change in the household's chain.
        public let version: Int64
        /// Who made it.
        public let createdBy: ID<Entity.Member>
        /// When it was made.
        public let createdAt: GuardianTimestamp
        /// Since when it decides; absent where it does not.
        public let liveSince: GuardianTimestamp?
        /// A change that waits; absent where none does.
        public let pending: PendingChange?

        /// Makes a policy.
        public init(
            id: ID<Entity.Policy>,
            terms: PolicyTerms,
            state: PolicyState,
            version: Int64,
            createdBy: ID<Entity.Member>,
            createdAt: GuardianTimestamp,
            liveSince: GuardianTimestamp? = nil,
            pending: PendingChange? = nil
        ) {
            self.id = id
            name = terms.name
            userID = terms.userID
            when = terms.when
            then = terms.then
            message = terms.message
            self.state = state
            self.version = version
            self.createdBy = createdBy
            self.createdAt = createdAt
            self.liveSince = liveSince
            self.pending = pending
        }
    }

    /// What a policy says.
    public struct PolicyTerms: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// What it is called.
        public let name: String
        /// The member it is for; absent where it is for everybody in the household.
        public let userID: ID<Entity.Member>?
        /// When it is true.
        public let when: Condition
        /// What it answers then.
        public let then: PolicyAction
        /// The sentence for the member; absent where it is made of the condition.
        public let message: String?

        /// Makes terms.
        public init(
            name: String,
            userID: ID<Entity.Member>? = nil,
            when: Condition,
            then: PolicyAction,
            message: String? = nil
        ) {
            self.name = name
            self.userID = userID
            self.when = when
            self.then = then
            self.message = message
        }
    }

    /// A change of a live policy that waits, because it may let purchases through.
    public struct PendingChange: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// What will be.
        public let change: PolicyChange
        /// When, unless another parent lets it take effect or stops it before.
        public let takesEffectAt: GuardianTimestamp
        /// Who asked for it.
        public let askedBy: ID<Entity.Member>

        /// Makes a change that waits.
        public init(
            change: PolicyChange,
            takesEffectAt: GuardianTimestamp,
            askedBy: ID<Entity.Member>
        ) {
            self.change = change
            self.takesEffectAt = takesEffectAt
            self.askedBy = askedBy
        }
    }

    /// What a policy is to become: of another state, or with other terms.
    public struct PolicyChange: Codable, Sendable, Equatable {
        /// The state that it will have; absent where it stays.
        public let state: PolicyState?
        /// All that it will say; absent where it stays.
        public let policy: PolicyTerms?

        /// Makes a change.
        public init(state: PolicyState? = nil, policy: PolicyTerms? = nil) {
            self.state = state
            self.policy = policy
        }
    }
}
