public import Kernel

/// The card of a wallet on which a purchase is worth most.
public struct BestByValue: Hashable, Sendable {
    /// The card.
    public let cardID: ID<Entity.RewardCard>
    /// What the purchase is worth on it.
    public let value: PurchaseValue

    /// Looks for the card.
    ///
    /// Of active cards the one with the most cents left after its fee; of equals the first by name,
    /// ignoring case, then by id.
    ///
    /// - Parameters:
    ///   - purchase: What is bought.
    ///   - wallet: Cards as they are read now; see ``RewardCard/moved(to:in:)``.
    ///   - values: What points are worth to the member.
    ///   - today: The day of the purchase, in the household's time.
    /// - Returns: `nil` when no card is active.
    public static func of(
        _ purchase: ValuedPurchase,
        in wallet: [RewardCard],
        values: PointValues,
        on today: CivilDay
    ) -> BestByValue? {
        var best: BestByValue?
        for place in WalletOrder.places(of: wallet) where wallet[place].isActive {
            let card = wallet[place]
            let value = CardValuation(card, values: values, on: today).value(of: purchase)
            if best.map({ value.cents > $0.value.cents }) ?? true {
                best = BestByValue(cardID: card.id, value: value)
            }
        }
        return best
    }
}
