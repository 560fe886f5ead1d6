public import Kernel

/// What is to be done for a message of a member, or what there is to say without doing anything.
public enum ChatStep: Hashable, Sendable {
    /// To add a purchase to what is spent with a card; it has a limit for it.
    case spend(card: ID<Entity.RewardCard>, category: RewardsCategory, amountCents: Int64)
    /// To name the best cards for a purchase; there is one.
    case recommend(RewardPurchase)
    /// To say this.
    case say(String)
}

extension PurchaseSentence {
    /// What is to be done for the sentence.
    ///
    /// - Parameters:
    ///   - wallet: The active cards of whom the sentence was read, at the instant.
    ///   - quarter: That of the instant.
    ///   - text: The sentences of the member's language.
    /// - Returns: The step; it changes nothing by itself.
    public func step(
        with wallet: RewardWallet,
        in quarter: CalendarQuarter,
        _ text: RewardText
    ) -> ChatStep {
        guard !wallet.cards.isEmpty else { return .say(text.addCard) }
        let meant = card.id.flatMap { id in wallet.cards.first { $0.card.id == id }?.card }
        switch intent {
        case .spendingUpdate: return spending(with: meant, in: quarter, text)
        case .limitCheck:
            let cards = meant.map { [$0] } ?? wallet.cards.map(\.card)
            return .say(text.limits(of: cards, isNamed: meant != nil, in: quarter))
        case .recommendation:
            return .recommend(
                RewardPurchase(category: told.category, amountCents: amount?.cents)
            )
        }
    }

    private func spending(
        with card: RewardCard?,
        in quarter: CalendarQuarter,
        _ text: RewardText
    ) -> ChatStep {
        guard let card, let category else {
            let both = card == nil && category == nil
            return .say(
                both ? text.askCardAndCategory : card == nil ? text.askCard : text.askCategory
            )
        }
        let amountCents = amount?.cents ?? 0
        // Tried on a copy: what cannot be done is said instead.
        var trial = card
        do {
            _ = try trial.spend(amountCents, .add, for: category, in: quarter)
        } catch {
            return switch error {
            case .noLimit: .say(text.noLimit(card.name, category))
            case .tooMuch: .say(text.tooMuch(card.name, category))
            }
        }
        return .spend(card: card.id, category: category, amountCents: amountCents)
    }
}

extension Recommendation {
    /// All that there is to say of it: reasoning, warnings and suggestions, a line each.
    public var sentences: String {
        ([reasoning] + warnings + suggestions).joined(separator: "\n")
    }
}
