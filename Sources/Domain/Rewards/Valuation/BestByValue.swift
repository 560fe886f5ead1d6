public import Kernel

/// The card of a wallet on which a purchase is worth most.
public struct BestByValue: Hashable, Sendable {
    /// The card.
    public let cardID: ID<Entity.RewardCard>
    /// What the purchase is worth on it.
    public let value: PurchaseValue

    /// Looks for the active card with the most cents left after its fee; `nil` without one.
    ///
    /// Of equals it is the first by name, ignoring case, then by id.
    public static func of(
        _ purchase: ValuedPurchase,
        in wallet: RewardWallet,
        values: PointValues
    ) -> BestByValue? {
        var best: (card: WalletCard, value: PurchaseValue)?
        for card in wallet.cards {
            let value = CardValuation(card, values: values).value(of: purchase)
            guard let leader = best else {
                best = (card, value)
                continue
            }
            let isTied = value.cents == leader.value.cents
            if value.cents > leader.value.cents || isTied && isFirst(card, before: leader.card) {
                best = (card, value)
            }
        }
        return best.map { BestByValue(cardID: $0.card.card.id, value: $0.value) }
    }

    private static func isFirst(_ card: WalletCard, before other: WalletCard) -> Bool {
        card.sortName == other.sortName
            ? card.card.id < other.card.id : card.sortName < other.sortName
    }
}
