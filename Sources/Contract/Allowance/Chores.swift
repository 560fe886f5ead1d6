public import Kernel

extension API.Allowance {
    /// What became of a chore.
    public enum ChoreState: String, Codable, Sendable, CaseIterable, WireEnum {
        /// The child is to do it.
        case assigned = "Assigned"
        /// The child says that it is done.
        case done = "Done"
        /// A parent agrees; the reward is paid.
        case approved = "Approved"
        /// A parent does not agree; the child may do it again.
        case rejected = "Rejected"

        static var ignoresCase: Bool { true }
    }

    /// A task for a child.
    public struct ChoreRequest: WireInput, Equatable {
        /// The child.
        public let childID: ID<Entity.Child>
        /// What is to be done, 1...200 characters.
        public let title: String
        /// What it is rewarded with, 0...10000.
        public let reward: DecimalAmount

        /// Makes a request.
        public init(childID: ID<Entity.Child>, title: String, reward: DecimalAmount) {
            self.childID = childID
            self.title = title
            self.reward = reward
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("title", upTo: Limits.choreTitleCharacters) { $0.title },
            .money("reward", upTo: Limits.rewardMinor) { $0.reward },
        ]
    }

    /// Which chores to list.
    public struct ChoresRequest: WireInput, Equatable {
        /// The child.
        public let childID: ID<Entity.Child>
        /// Only those of this state; all when left out.
        public let state: ChoreState?

        /// Makes a request.
        public init(childID: ID<Entity.Child>, state: ChoreState? = nil) {
            self.childID = childID
            self.state = state
        }
    }

    /// The chore that is meant.
    public struct ChoreReference: WireInput, Equatable {
        /// The chore.
        public let choreID: ID<Entity.Chore>

        /// Makes a request.
        public init(choreID: ID<Entity.Chore>) {
            self.choreID = choreID
        }
    }

    /// That a chore was not done as it should be.
    public struct ChoreRejection: WireInput, Equatable {
        /// The chore.
        public let choreID: ID<Entity.Chore>
        /// What is missing, 1...500 characters.
        public let reason: String

        /// Makes a request.
        public init(choreID: ID<Entity.Chore>, reason: String) {
            self.choreID = choreID
            self.reason = reason
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("reason", upTo: Limits.descriptionCharacters) { $0.reason }
        ]
    }

    /// A task for a child, with what became of it.
    public struct ChoreResponse: Codable, Sendable, Equatable {
        /// The chore.
        public let id: ID<Entity.Chore>
        /// The child.
        public let childID: ID<Entity.Child>
        /// What is to be done.
        public let title: String
        /// What it is rewarded with.
        public let reward: DecimalAmount
        /// What became of it.
        public let state: ChoreState
        /// When it was assigned.
        public let assignedAt: WireTimestamp
        /// When the child last said that it is done; absent until then.
        public let doneAt: WireTimestamp?
        /// When a parent agreed or did not; absent until then.
        public let decidedAt: WireTimestamp?
        /// Why a parent did not agree.
        public let reason: String?
        /// The movement that paid the reward.
        public let transactionID: ID<Entity.Transfer>?

        /// Makes an answer.
        public init(
            id: ID<Entity.Chore>,
            childID: ID<Entity.Child>,
            title: String,
            reward: DecimalAmount,
            state: ChoreState,
            assignedAt: WireTimestamp,
            doneAt: WireTimestamp?,
            decidedAt: WireTimestamp?,
            reason: String?,
            transactionID: ID<Entity.Transfer>?
        ) {
            self.id = id
            self.childID = childID
            self.title = title
            self.reward = reward
            self.state = state
            self.assignedAt = assignedAt
            self.doneAt = doneAt
            self.decidedAt = decidedAt
            self.reason = reason
            self.transactionID = transactionID
        }
    }

    /// What a child is to do, and what became of it.
    public struct ChoreListResponse: Codable, Sendable, Equatable {
        /// The child.
        public let childID: ID<Entity.Child>
        /// The newest hundred, newest first.
        public let chores: [ChoreResponse]

        /// Makes an answer.
        public init(childID: ID<Entity.Child>, chores: [ChoreResponse]) {
            self.childID = childID
            self.chores = chores
        }
    }
}
