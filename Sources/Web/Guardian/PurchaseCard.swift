public import Contract

/// Which card to pay with: the best one with what it earns, and the next best.
public struct PurchaseCard: Sendable {
    struct Offer: Sendable {
        let name: String
        /// What it pays, and what that is worth where it is known.
        let pays: String
        let cardReason: String?
        let isUsedUp: Bool
    }

    let best: Offer?
    let nextBest: Offer?
    let cardWarnings: [Notice]
    /// What to do where there is no card.
    let noCard: String?
    let cards = Frame.Place.cards.path
    let addCard = CardsView.addPath

    /// Makes the card.
    ///
    /// - Parameters:
    ///   - named: The best card, as the decision names it; `nil` where the reader has none.
    ///   - answer: The best cards with what they earn; `nil` where that is not known.
    ///   - isChild: Whether a child reads.
    ///   - format: How figures are written.
    public init(
        _ named: API.Guardian.RecommendedCard?,
        _ answer: API.Rewards.RecommendationResponse?,
        isChild: Bool,
        _ format: PageFormat
    ) {
        best =
            answer.map { Offer($0.primaryRecommendation, format) }
            ?? named.map { Offer($0, format) }
        nextBest = answer?.secondaryRecommendation.map { Offer($0, format) }
        cardWarnings = (answer?.warnings ?? []).map { Notice(.warn, $0) }
        let hint =
            isChild
            ? "If you pay with a card, add it: here will be what it gives back to you."
            : "Add the cards that you pay with: here will be which one earns the most."
        noCard = best == nil ? "No card is in use in your wallet. \(hint)" : nil
    }
}

extension PurchaseCard.Offer {
    fileprivate init(_ card: API.Rewards.CardRecommendation, _ format: PageFormat) {
        let choice = CardChoiceView.Choice(card, isPriced: true, format)
        name = choice.name
        pays = choice.pays
        cardReason = choice.reason
        isUsedUp = choice.isUsedUp
    }

    fileprivate init(_ card: API.Guardian.RecommendedCard, _ format: PageFormat) {
        name = card.cardName
        pays = RewardWording.rate(hundredths: card.multiplier.minor, card.pointType, format)
        cardReason = nil
        isUsedUp = false
    }
}
