public import Contract
public import Kernel

extension GuardianService {
    /// Tells how avoidable a purchase looks, and whether it is advised against.
    ///
    /// The amount is in units of the household's currency.
    public func scoreTransaction(
        amount: DecimalAmount,
        merchantName: String,
        mcc: Int64? = nil,
        timestamp: WireTimestamp? = nil,
        channel: API.Guardian.Channel? = nil,
        userID: MemberReference? = nil
    ) async throws -> API.Guardian.ScoreResponse {
        try await purser.call(
            API.Guardian.scoreTransaction,
            .init(
                amount: amount,
                merchantName: merchantName,
                mcc: mcc,
                timestamp: timestamp,
                channel: channel,
                userID: userID
            )
        )
    }

    /// Takes the caller's word whether a purchase was avoidable; its scores learn from it.
    @discardableResult
    public func giveFeedback(
        decisionID: ID<Entity.Decision>,
        avoidable: Bool
    ) async throws -> Written<API.Guardian.Status> {
        try await purser.write(
            API.Guardian.giveFeedback,
            .init(decisionID: decisionID, avoidable: avoidable)
        )
    }

    /// Tells how a member wants to spend.
    public func getProfile(userID: MemberReference? = nil) async throws -> API.Guardian.Profile {
        try await purser.call(API.Guardian.getProfile, .init(userID: userID))
    }

    /// Sets how a member wants to spend.
    @discardableResult
    public func setProfile(
        profile: API.Guardian.SpendingProfile,
        monthlyIncomeCents: Int64,
        userID: MemberReference? = nil
    ) async throws -> Written<API.Guardian.Profile> {
        try await purser.write(
            API.Guardian.setProfile,
            .init(profile: profile, monthlyIncomeCents: monthlyIncomeCents, userID: userID)
        )
    }
}
