public import Kernel

/// Which card a sentence means.
public enum NamedCard: Hashable, Sendable {
    /// The one that it names.
    case named(ID<Entity.RewardCard>)
    /// The only active one; the sentence names none.
    case only(ID<Entity.RewardCard>)
    /// It names several equally well, or none of several.
    case unclear
    /// There is no active card.
    case none

    /// The card, if one is meant.
    public var id: ID<Entity.RewardCard>? {
        switch self {
        case .named(let id), .only(let id): id
        case .unclear, .none: nil
        }
    }

    /// Looks for the longest name in whole words: a card's own, or that of its product.
    ///
    /// Of two as long the own name counts, else it is unclear which is meant.
    ///
    /// - Parameters:
    ///   - sentence: What was said.
    ///   - cards: The member's cards; those that are not active are never meant.
    /// - Returns: The card, and the places of its name if it is named, even where several have it.
    static func find(
        in sentence: SentenceWords,
        among cards: [RewardCard]
    ) -> (card: NamedCard, places: Range<Int>?) {
        let active = cards.filter(\.isActive)
        guard let first = active.first else { return (.none, nil) }
        var best: Match?
        var isShared = false
        for card in active {
            guard let match = Match(card, in: sentence) else { continue }
            guard let leader = best else {
                best = match
                continue
            }
            if match.rank > leader.rank {
                best = match
                isShared = false
            } else if match.rank == leader.rank {
                isShared = true
            }
        }
        if let best { return (isShared ? .unclear : .named(best.id), best.places) }
        return (active.count == 1 ? .only(first.id) : .unclear, nil)
    }

    private struct Match {
        var id: ID<Entity.RewardCard>
        var places: Range<Int>
        var length: Int
        var isOwn: Bool

        /// Longer names first; of two as long the own one.
        var rank: Int { length * 2 + (isOwn ? 1 : 0) }

        init?(_ card: RewardCard, in sentence: SentenceWords) {
            let own = Self.found(card.name, in: sentence)
            let product =
                card.type.points == nil
                ? nil : Self.found(card.type.displayValue, in: sentence)
            let isOwn = (own?.length ?? 0) >= (product?.length ?? 0)
            guard let found = isOwn ? own : product else { return nil }
            self.id = card.id
            self.places = found.places
            self.length = found.length
            self.isOwn = isOwn
        }

        private static func found(
            _ name: String,
            in sentence: SentenceWords
        ) -> (places: Range<Int>, length: Int)? {
            let words = SentenceWords(name).words.map(\.text)
            guard let places = sentence.places(of: words) else { return nil }
            return (places, words.reduce(words.count - 1) { $0 + $1.unicodeScalars.count })
        }
    }
}
