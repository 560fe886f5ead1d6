public import Kernel

extension RewardWallet {
    /// The score below which all cards named are poor for a category, times 1,000.
    private static let poorThousandths: Int64 = 2_000

    /// Names the best card for a purchase and its backup; `nil` without an active card.
    ///
    /// Texts are made for the cards named alone.
    public func recommend(
        for purchase: RewardPurchase,
        preferences: RewardPreferences,
        currency: Currency = .usd
    ) -> Recommendation? {
        guard let best = best(for: purchase, preferring: preferences.preferred) else { return nil }
        let text = RewardText(language: preferences.language, currency: currency)
        let values = preferences.values
        let backup = best.second.map { cards[$0.place].card.name }
        let reasons = text.reasons(
            cards[best.first.place].card.name,
            purchase.category,
            best.first.standing,
            backup: backup
        )
        let primary = ranked(best.first, 1, purchase, values, reasons.ofCard)
        let secondary = best.second.map { choice in
            let name = cards[choice.place].card.name
            let reasoning = text.reasoning(name, purchase.category, choice.standing)
            return ranked(choice, 2, purchase, values, reasoning)
        }
        let warning = { (card: RankedCard) in
            LimitWarning(
                card.standing,
                amountCents: purchase.amountCents,
                thresholdMillionths: preferences.alertThresholdMillionths
            )
        }
        let kept = [primary] + (secondary.map { [$0] } ?? [])
        let warnings = kept.compactMap { card in
            warning(card).map { text.warning($0, card: card.cardName, card.category) }
        }
        var suggestions: [String] = []
        if kept.allSatisfy({ $0.standing.totalThousandths < Self.poorThousandths }) {
            suggestions.append(text.betterCard(for: purchase.category))
        }
        if !kept.contains(where: \.standing.earnsPreferred) {
            suggestions.append(text.noneEarns(preferences.preferred))
        }
        if let secondary, warning(primary) != nil {
            suggestions.append(text.backup(secondary.cardName))
        }
        return Recommendation(
            primary: primary,
            secondary: secondary,
            reasoning: reasons.whole,
            warnings: warnings,
            suggestions: suggestions
        )
    }

    private func ranked(
        _ choice: Choice,
        _ rank: Int,
        _ purchase: RewardPurchase,
        _ values: PointValues,
        _ reasoning: String
    ) -> RankedCard {
        let ready = cards[choice.place]
        let card = ready.card
        let category = purchase.category
        let value = purchase.amountCents.map { cents in
            let valued = ValuedPurchase(amountCents: cents, category: category)
            return CardValuation(ready, values: values).value(of: valued).cents
        }
        return RankedCard(
            cardID: card.id,
            cardName: card.name,
            category: category,
            standing: choice.standing,
            rank: rank,
            reasoning: reasoning,
            valueCents: value
        )
    }
}
