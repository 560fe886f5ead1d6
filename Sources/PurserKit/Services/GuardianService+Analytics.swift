public import Contract

extension GuardianService {
    /// Sums what a member spent and asked for.
    public func spendingSummary(
        range: API.Guardian.AnalyticsRange? = nil,
        userID: MemberReference? = nil
    ) async throws -> API.Guardian.Summary {
        try await purser.call(
            API.Guardian.spendingSummary,
            .init(range: range, userID: userID)
        )
    }

    /// Sums purchases by category, the largest sum first.
    public func spendingByCategory(
        range: API.Guardian.AnalyticsRange? = nil,
        userID: MemberReference? = nil
    ) async throws -> [API.Guardian.CategorySpend] {
        try await purser.call(
            API.Guardian.spendingByCategory,
            .init(range: range, userID: userID)
        )
    }

    /// Sums purchases by day, for the days that have any.
    public func spendingByDay(
        range: API.Guardian.AnalyticsRange? = nil,
        userID: MemberReference? = nil
    ) async throws -> [API.Guardian.DaySpend] {
        try await purser.call(
            API.Guardian.spendingByDay,
            .init(range: range, userID: userID)
        )
    }

    /// Sums purchases by merchant: the ten largest sums, the largest first.
    public func spendingByMerchant(
        range: API.Guardian.AnalyticsRange? = nil,
        userID: MemberReference? = nil
    ) async throws -> [API.Guardian.MerchantSpend] {
        try await purser.call(
            API.Guardian.spendingByMerchant,
            .init(range: range, userID: userID)
        )
    }
}
