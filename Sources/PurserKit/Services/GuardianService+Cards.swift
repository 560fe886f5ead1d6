public import Contract

extension GuardianService {
    /// Charges a card or a wallet; a purchase that was decided against is not charged.
    @discardableResult
    public func chargeCard(
        amountCents: Int64,
        currency: String? = nil,
        fundingSourceID: Int64? = nil,
        merchant: String? = nil,
        category: String? = nil
    ) async throws -> API.Guardian.ChargeResponse {
        try await purser.call(
            API.Guardian.chargeCard,
            .init(
                amountCents: amountCents,
                currency: currency,
                fundingSourceID: fundingSourceID,
                merchant: merchant,
                category: category
            )
        )
    }

    /// Begins to add a card: tells with what an app asks its holder for it.
    public func createCardIntent() async throws -> API.Guardian.CardSetup {
        try await purser.call(API.Guardian.createCardIntent)
    }

    /// Keeps a card; the first one is the default, and the same one again stays what it is.
    @discardableResult
    public func confirmCard(
        paymentMethodID: String,
        label: String? = nil
    ) async throws -> API.Guardian.ConfirmedCard {
        try await purser.call(
            API.Guardian.confirmCard,
            .init(paymentMethodID: paymentMethodID, label: label)
        )
    }

    /// Tells which card or wallet is charged when none is named.
    public func defaultFundingSource() async throws -> API.Guardian.FundingSource {
        try await purser.call(API.Guardian.defaultFundingSource)
    }

    /// Makes a child's wallet what it pays with; once it is, this changes nothing.
    @discardableResult
    public func setWalletSource(
        userID: MemberReference
    ) async throws -> Written<API.Guardian.FundingSource> {
        try await purser.write(API.Guardian.setWalletSource, .init(userID: userID))
    }

    /// Ends that a child's wallet is what it pays with; its first card is again.
    @discardableResult
    public func deleteWalletSource(
        userID: MemberReference
    ) async throws -> Written<API.Guardian.Status> {
        try await purser.write(API.Guardian.deleteWalletSource, .init(userID: userID))
    }
}
