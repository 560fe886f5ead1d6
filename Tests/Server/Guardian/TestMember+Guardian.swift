import Contract
import PurserKit
import Testbed

/// The calls of Guardian, in short.
extension TestMember {
    /// Asks about a purchase.
    func authorize(
        _ cents: Int64,
        _ category: String? = "fun",
        at merchant: String = "Steam",
        mcc: Int64? = nil
    ) async throws -> API.Guardian.AuthorizeResponse {
        try await purser.call(
            API.Guardian.authorizePurchase,
            .init(amountCents: cents, merchant: merchant, category: category, mcc: mcc)
        )
    }

    /// Sets a limit.
    func setRule(
        _ category: String,
        _ cents: Int64,
        for subject: String? = nil
    ) async throws -> API.Guardian.Rule {
        try await purser.call(
            API.Guardian.setRule,
            .init(
                category: category,
                monthlyLimitCents: cents,
                userID: subject.map { MemberReference($0) }
            )
        )
    }

    /// Lists limits.
    func rules(of subject: String? = nil) async throws -> [API.Guardian.Rule] {
        try await purser.call(
            API.Guardian.listRules,
            .init(userID: subject.map { MemberReference($0) })
        )
    }

    /// Allows a purchase.
    @discardableResult
    func override(
        _ cents: Int64,
        at merchant: String = "Starbucks",
        for subject: String? = nil
    ) async throws -> API.Guardian.Status {
        try await purser.call(
            API.Guardian.createOverride,
            .init(
                amountCents: cents,
                merchant: merchant,
                userID: subject.map { MemberReference($0) }
            )
        )
    }
}
