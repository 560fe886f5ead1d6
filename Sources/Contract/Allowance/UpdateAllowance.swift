public import Kernel

extension API.Allowance {
    /// How much a child is paid from now on.
    public struct UpdateAllowanceRequest: WireInput, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// The weekly allowance, 0...10000; 0 for nothing.
        public let weeklyAllowance: DecimalAmount

        /// Makes a request.
        public init(childID: ID<Entity.Child>, weeklyAllowance: DecimalAmount) {
            self.childID = childID
            self.weeklyAllowance = weeklyAllowance
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .money("weeklyAllowance", upTo: Limits.allowanceMinor) { $0.weeklyAllowance }
        ]
    }

    /// That it was changed.
    public struct UpdateAllowanceResponse: Codable, Sendable, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// The weekly allowance.
        public let weeklyAllowance: DecimalAmount
        /// What was done, as a sentence.
        public let message: String

        /// Makes an answer.
        public init(
            childID: ID<Entity.Child>,
            weeklyAllowance: DecimalAmount,
            message: String
        ) {
            self.childID = childID
            self.weeklyAllowance = weeklyAllowance
            self.message = message
        }
    }

    /// Changes how much a child is paid; what is owed up to today is paid as it was.
    public static let updateAllowance = Endpoint<UpdateAllowanceRequest, UpdateAllowanceResponse>(
        "updateAllowance",
        .put,
        "/api/v1/children/{childId}/allowance",
        "Changes a child's allowance; what is owed up to today is paid as it was.",
        access: .parent,
        surface: .allowance,
        example: UpdateAllowanceRequest(
            childID: exampleChild,
            weeklyAllowance: DecimalAmount(minor: 1_500)
        ),
        answers: UpdateAllowanceResponse(
            childID: exampleChild,
            weeklyAllowance: DecimalAmount(minor: 1_500),
            message: "The allowance is $15.00 from now on"
        )
    )
}
