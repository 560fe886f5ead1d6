public import Contract

extension GuardianService {
    /// Decides whether a purchase may go ahead, and says why.
    public func authorizePurchase(
        amountCents: Int64,
        merchant: String,
        category: String? = nil,
        mcc: Int64? = nil
    ) async throws -> API.Guardian.AuthorizeResponse {
        try await purser.call(
            API.Guardian.authorizePurchase,
            .init(amountCents: amountCents, merchant: merchant, category: category, mcc: mcc)
        )
    }

    /// Tells what is to be thought of a purchase; decides and stores nothing.
    public func assessPurchase(
        amountCents: Int64,
        merchant: String,
        category: String? = nil,
        mcc: Int64? = nil,
        userID: MemberReference? = nil
    ) async throws -> API.Guardian.Assessment {
        try await purser.call(
            API.Guardian.assessPurchase,
            .init(
                amountCents: amountCents,
                merchant: merchant,
                category: category,
                mcc: mcc,
                userID: userID
            )
        )
    }

    /// Advises for or against a purchase; decides and stores nothing.
    public func coachPurchase(
        amountCents: Int64,
        merchant: String,
        category: String? = nil,
        mcc: Int64? = nil
    ) async throws -> API.Guardian.CoachAnswer {
        try await purser.call(
            API.Guardian.coachPurchase,
            .init(amountCents: amountCents, merchant: merchant, category: category, mcc: mcc)
        )
    }

    /// Allows one purchase of this amount at this merchant within the next five minutes.
    @discardableResult
    public func createOverride(
        amountCents: Int64,
        merchant: String,
        userID: MemberReference? = nil
    ) async throws -> Written<API.Guardian.Status> {
        try await purser.write(
            API.Guardian.createOverride,
            .init(amountCents: amountCents, merchant: merchant, userID: userID)
        )
    }

    /// Lists the newest fifty purchases that a parent allowed once, newest first.
    public func listOverrides(
        range: API.Guardian.AnalyticsRange? = nil,
        userID: MemberReference? = nil
    ) async throws -> [API.Guardian.OverrideRow] {
        try await purser.call(
            API.Guardian.listOverrides,
            .init(range: range, userID: userID)
        )
    }
}
