import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed

/// The analytics of Guardian, in short.
extension TestMember {
    typealias Range = API.Guardian.AnalyticsRange

    private func request(
        _ range: Range?,
        _ subject: String?
    ) -> API.Guardian.AnalyticsRequest {
        .init(range: range, userID: subject.map { MemberReference($0) })
    }

    /// What was spent and asked for.
    func summary(
        _ range: Range? = nil,
        of subject: String? = nil
    ) async throws -> API.Guardian.Summary {
        try await purser.call(API.Guardian.spendingSummary, request(range, subject))
    }

    /// `fun 700 in 1`, category by category.
    func byCategory(
        _ range: Range? = nil,
        of subject: String? = nil
    ) async throws -> [String] {
        try await purser.call(API.Guardian.spendingByCategory, request(range, subject)).map {
            "\($0.category) \($0.spendCents) in \($0.count)"
        }
    }

    /// `2025-01-15T00:00:00 700`, day by day.
    func byDay(_ range: Range? = nil, of subject: String? = nil) async throws -> [String] {
        try await purser.call(API.Guardian.spendingByDay, request(range, subject)).map {
            "\($0.day.instant.text.dropLast()) \($0.spendCents)"
        }
    }

    /// `Steam 700 in 1`, merchant by merchant.
    func byMerchant(
        _ range: Range? = nil,
        of subject: String? = nil
    ) async throws -> [String] {
        try await purser.call(API.Guardian.spendingByMerchant, request(range, subject)).map {
            "\($0.merchant) \($0.spendCents) in \($0.count)"
        }
    }

    /// What was allowed once.
    func overrides(
        _ range: Range? = nil,
        of subject: String? = nil
    ) async throws -> [API.Guardian.OverrideRow] {
        try await purser.call(API.Guardian.listOverrides, request(range, subject))
    }

    /// How much of each limit is spent.
    func progress(of subject: String? = nil) async throws -> [API.Guardian.RuleProgress] {
        try await purser.call(
            API.Guardian.rulesProgress,
            .init(userID: subject.map { MemberReference($0) })
        )
    }

    /// Asks what is to be thought of a purchase.
    func assess(
        _ cents: Int64,
        _ category: String? = "fun",
        at merchant: String = "Steam",
        mcc: Int64? = nil,
        for subject: String? = nil
    ) async throws -> API.Guardian.Assessment {
        try await purser.call(
            API.Guardian.assessPurchase,
            .init(
                amountCents: cents,
                merchant: merchant,
                category: category,
                mcc: mcc,
                userID: subject.map { MemberReference($0) }
            )
        )
    }
}

extension InProcessServer {
    /// Records one purchase that was made at an instant, and tells its id.
    @discardableResult
    func spend(
        _ minor: Int64,
        _ category: String? = "fun",
        at merchant: String? = "Steam",
        on instant: String,
        from account: TestAccount
    ) async throws -> ID<Entity.Transfer> {
        let purchase = account.purchase(minor, category, at: merchant, on: Timestamp(test: instant))
        return try await record(purchase, in: account)[0]
    }
}
