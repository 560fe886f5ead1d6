public import Kernel

extension API.Guardian {
    /// Which policies to list.
    public struct PoliciesRequest: WireInput, SnakeCaseKeys, Equatable {
        /// Only those that apply to this member; all that the caller may see when left out.
        public let userID: MemberReference?
        /// Only those of this state; all when left out.
        public let state: PolicyState?

        /// Makes a request.
        public init(userID: MemberReference? = nil, state: PolicyState? = nil) {
            self.userID = userID
            self.state = state
        }
    }

    /// Policies, the oldest first.
    public struct PolicyList: Codable, Sendable, Equatable {
        /// The policies.
        public let policies: [Policy]

        /// Makes an answer.
        public init(policies: [Policy]) {
            self.policies = policies
        }
    }

    /// One policy.
    public struct PolicyReference: WireInput, Equatable {
        /// The policy.
        public let id: ID<Entity.Policy>

        /// Makes a request.
        public init(_ id: ID<Entity.Policy>) {
            self.id = id
        }
    }

    /// What is to become of a policy, or of its change that waits.
    public enum PolicyStep: String, Codable, Sendable, CaseIterable, WireEnum {
        /// It is not to be asked.
        case draft
        /// It is to be asked, and its answer kept beside the decision.
        case shadow
        /// It is to decide.
        case live
        /// It is not to be asked any more.
        case retired
        /// The change that waits takes effect now.
        case confirm
        /// The change that waits is given up.
        case cancel
    }

    /// A step of a policy.
    public struct PolicyStepRequest: WireInput, Equatable {
        /// The policy.
        public let id: ID<Entity.Policy>
        /// What is to become of it.
        public let state: PolicyStep

        /// Makes a request.
        public init(_ id: ID<Entity.Policy>, state: PolicyStep) {
            self.id = id
            self.state = state
        }
    }

    /// How long what loosens a live policy waits.
    public struct Friction: WireInput, SnakeCaseKeys, Equatable {
        /// The hours, 0...168.
        public let looseningHours: Int64

        /// Makes a request.
        public init(looseningHours: Int64) {
            self.looseningHours = looseningHours
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .integer("loosening_hours", in: Limits.looseningHours) { $0.looseningHours }
        ]
    }

    /// How long what loosens a live policy waits now, and a shorter time that waits itself.
    public struct StandingFriction: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The hours now.
        public let looseningHours: Int64
        /// Fewer hours that wait; absent where none do.
        public let pending: PendingFriction?

        /// Makes an answer.
        public init(looseningHours: Int64, pending: PendingFriction? = nil) {
            self.looseningHours = looseningHours
            self.pending = pending
        }
    }

    /// Fewer hours that wait until those of now have passed.
    public struct PendingFriction: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The hours that will be.
        public let looseningHours: Int64
        /// When they take effect.
        public let takesEffectAt: GuardianTimestamp
        /// Who asked for them.
        public let askedBy: ID<Entity.Member>

        /// Makes them.
        public init(
            looseningHours: Int64,
            takesEffectAt: GuardianTimestamp,
            askedBy: ID<Entity.Member>
        ) {
            self.looseningHours = looseningHours
            self.takesEffectAt = takesEffectAt
            self.askedBy = askedBy
        }
    }
}
