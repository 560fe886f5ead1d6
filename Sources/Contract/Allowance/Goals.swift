public import Kernel

extension API.Allowance {
    /// Something a child is to save for.
    public struct GoalRequest: WireInput, Equatable {
        /// The child.
        public let childID: ID<Entity.Child>
        /// What it is, 1...100 characters.
        public let name: String
        /// What it costs, more than zero.
        public let targetAmount: DecimalAmount

        /// Makes a request.
        public init(childID: ID<Entity.Child>, name: String, targetAmount: DecimalAmount) {
            self.childID = childID
            self.name = name
            self.targetAmount = targetAmount
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("name", upTo: Limits.goalNameCharacters) { $0.name },
            .moving("targetAmount", upTo: Limits.amountMinor) { $0.targetAmount },
        ]
    }

    /// What a goal is to be from now on.
    public struct GoalUpdateRequest: WireInput, Equatable {
        /// The goal.
        public let goalID: ID<Entity.Goal>
        /// What it is, 1...100 characters.
        public let name: String
        /// What it costs, more than zero.
        public let targetAmount: DecimalAmount

        /// Makes a request.
        public init(goalID: ID<Entity.Goal>, name: String, targetAmount: DecimalAmount) {
            self.goalID = goalID
            self.name = name
            self.targetAmount = targetAmount
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("name", upTo: Limits.goalNameCharacters) { $0.name },
            .moving("targetAmount", upTo: Limits.amountMinor) { $0.targetAmount },
        ]
    }

    /// The goal that is meant.
    public struct GoalReference: WireInput, Equatable {
        /// The goal.
        public let goalID: ID<Entity.Goal>

        /// Makes a request.
        public init(goalID: ID<Entity.Goal>) {
            self.goalID = goalID
        }
    }

    /// Something a child saves for, and how far it is.
    public struct GoalResponse: Codable, Sendable, Equatable {
        /// The goal.
        public let id: ID<Entity.Goal>
        /// What it is.
        public let name: String
        /// What it costs.
        public let targetAmount: DecimalAmount
        /// What of the savings counts for it.
        public let savedAmount: DecimalAmount
        /// What is missing.
        public let remainingAmount: DecimalAmount
        /// How much of it is saved, in whole per cent, rounded down.
        public let progressPercent: Int
        /// Whether nothing is missing.
        public let isReached: Bool
        /// When it was set.
        public let createdAt: WireTimestamp

        /// Makes an answer.
        public init(
            id: ID<Entity.Goal>,
            name: String,
            targetAmount: DecimalAmount,
            savedAmount: DecimalAmount,
            createdAt: WireTimestamp
        ) {
            precondition(targetAmount.minor > 0, "a goal costs something")
            self.id = id
            self.name = name
            self.targetAmount = targetAmount
            self.savedAmount = savedAmount
            self.remainingAmount = DecimalAmount(minor: targetAmount.minor - savedAmount.minor)
            self.progressPercent = Int(savedAmount.minor * 100 / targetAmount.minor)
            self.isReached = savedAmount == targetAmount
            self.createdAt = createdAt
        }

        static func example(_ name: String, target: Int64, saved: Int64) -> Self {
            Self(
                id: exampleGoal,
                name: name,
                targetAmount: DecimalAmount(minor: target),
                savedAmount: DecimalAmount(minor: saved),
                createdAt: WireTimestamp(Timestamp(seconds: 1_736_937_000))
            )
        }
    }

    /// What a child saves for.
    public struct GoalListResponse: Codable, Sendable, Equatable {
        /// The child.
        public let childID: ID<Entity.Child>
        /// What it has saved in all.
        public let saved: DecimalAmount
        /// The goals in the order in which they were set, which is that in which they are filled.
        public let goals: [GoalResponse]

        /// Makes an answer.
        public init(childID: ID<Entity.Child>, saved: DecimalAmount, goals: [GoalResponse]) {
            self.childID = childID
            self.saved = saved
            self.goals = goals
        }
    }

    /// Lists what a child saves for.
    public static let listGoals = Endpoint<ChildRequest, GoalListResponse>(
        "listGoals",
        .get,
        "/api/v1/children/{childId}/goals",
        "Lists what a child saves for, and how far its savings reach.",
        access: .member,
        surface: .allowance,
        example: .example,
        answers: GoalListResponse(
            childID: exampleChild,
            saved: DecimalAmount(minor: 1_200),
            goals: [.example("Bicycle", target: 15_000, saved: 1_200)]
        )
    )

    /// Sets something a child is to save for.
    public static let createGoal = Endpoint<GoalRequest, GoalResponse>(
        "createGoal",
        .post,
        "/api/v1/children/{childId}/goals",
        "Sets something a child is to save for.",
        access: .member,
        surface: .allowance,
        status: 201,
        example: GoalRequest(
            childID: exampleChild,
            name: "Bicycle",
            targetAmount: DecimalAmount(minor: 15_000)
        ),
        answers: .example("Bicycle", target: 15_000, saved: 1_200)
    )

    /// Changes what a child saves for.
    public static let updateGoal = Endpoint<GoalUpdateRequest, GoalResponse>(
        "updateGoal",
        .put,
        "/api/v1/goals/{goalId}",
        "Changes what a goal is or costs; its place among the others stays.",
        access: .member,
        surface: .allowance,
        example: GoalUpdateRequest(
            goalID: exampleGoal,
            name: "Red bicycle",
            targetAmount: DecimalAmount(minor: 16_000)
        ),
        answers: .example("Red bicycle", target: 16_000, saved: 1_200)
    )

    /// Removes something a child saves for.
    public static let deleteGoal = Endpoint<GoalReference, Empty>(
        "deleteGoal",
        .delete,
        "/api/v1/goals/{goalId}",
        "Removes a goal; what was saved stays saved.",
        access: .member,
        surface: .allowance,
        example: GoalReference(goalID: exampleGoal)
    )

    private static let exampleGoal = ID<Entity.Goal>(
        RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0011)
    )
}
