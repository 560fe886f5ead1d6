public import Kernel

/// What purchases are worth on one card of the wallet, in cents.
///
/// Make one for a card and ask it for many purchases. Limits stand as the card says; asking does
/// not fill them.
public struct CardValuation: Sendable {
    /// The card.
    public let card: RewardCard

    private let terms: CardTerms
    private let isBonusQuarter: Bool

    /// Reads a card's terms.
    ///
    /// - Parameters:
    ///   - card: The card as it is read now; see ``RewardCard/moved(to:in:)``.
    ///   - values: What points are worth to the member.
    ///   - today: The day of the purchases, in the household's time.
    public init(_ card: RewardCard, values: PointValues, on today: CivilDay) {
        self.card = card
        self.terms = CardTerms(card, values)
        self.isBonusQuarter = card.bonus?.period == CalendarQuarter(of: today)
    }

    /// The value of a purchase: its parts at their rates, and the fee abroad.
    public func value(of purchase: ValuedPurchase) -> PurchaseValue {
        let category = terms.categories[CardTerms.place(of: purchase.category)]
        let bonusLeft = isBonusQuarter ? max(0, card.bonus?.remainingCents ?? 0) : 0
        return category.value(
            of: purchase.amountCents,
            limitLeft: category.limit < 0 ? .max : card.limits[category.limit].remainingCents,
            bonusLeft: bonusLeft,
            feeBasisPoints: purchase.isForeign ? terms.feeBasisPoints : 0
        )
    }
}
