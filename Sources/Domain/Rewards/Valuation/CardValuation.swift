/// What purchases are worth on one card of the wallet, in cents.
///
/// Limits and bonus stand as the card says; asking does not fill them.
public struct CardValuation: Sendable {
    /// The card, made ready at the instant of the purchases.
    public let card: WalletCard
    /// What points are worth to the member.
    public let values: PointValues

    /// Takes a card and what its points are worth.
    public init(_ card: WalletCard, values: PointValues) {
        self.card = card
        self.values = values
    }

    /// The value of a purchase: its parts at their rates, and the fee abroad.
    public func value(of purchase: ValuedPurchase) -> PurchaseValue {
        let terms = CategoryTerms(of: purchase.category, on: card, values)
        return terms.value(
            of: purchase.amountCents,
            limitLeft: terms.limit < 0 ? .max : card.card.limits[terms.limit].remainingCents,
            bonusLeft: card.bonus(for: purchase.category)?.remainingCents ?? 0,
            feeBasisPoints: purchase.isForeign ? card.card.feeAbroadBasisPoints : 0
        )
    }
}

extension RewardCard {
    /// The fee abroad in hundredths of a per cent, 0 where none is known.
    var feeAbroadBasisPoints: Int64 { Int64(max(0, foreignFeeBasisPoints ?? 0)) }
}
