import Kernel

extension API.Guardian {
    /// How far a member has come with a monthly limit.
    public struct RuleProgress: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The category's code, or the member's own word in lower case.
        public let category: String
        /// The limit in cents; 0 blocks the category.
        public let limitCents: Int64
        /// The month's purchases in the category up to now, in cents.
        public let spentMTDCents: Int64
        /// What is left of the limit, 0 or more; `null` where the limit is 0.
        @Nullable public var remainingCents: Int64?
        /// Spent divided by the limit, which may exceed 1; `null` where the limit is 0.
        @Nullable public var utilization: Ratio?

        /// Makes the progress of a limit.
        public init(
            category: String,
            limitCents: Int64,
            spentMTDCents: Int64,
            remainingCents: Int64?,
            utilization: Ratio?
        ) {
            self.category = category
            self.limitCents = limitCents
            self.spentMTDCents = spentMTDCents
            _remainingCents = Nullable(wrappedValue: remainingCents)
            _utilization = Nullable(wrappedValue: utilization)
        }
    }

    /// Tells how far a member has come with its monthly limits, ordered by the limits' ids.
    public static let rulesProgress = Endpoint<SubjectRequest, [RuleProgress]>(
        "rulesProgress",
        .get,
        "/analytics/rules-progress",
        "Tells how much of each monthly limit is spent, ordered by id.",
        access: .member,
        surface: .guardian,
        example: SubjectRequest(),
        answers: [
            RuleProgress(
                category: "fun",
                limitCents: 20_000,
                spentMTDCents: 15_000,
                remainingCents: 5_000,
                utilization: Ratio(15_000, of: 20_000)
            ),
            RuleProgress(
                category: "alcohol",
                limitCents: 0,
                spentMTDCents: 300,
                remainingCents: nil,
                utilization: nil
            ),
        ]
    )
}
