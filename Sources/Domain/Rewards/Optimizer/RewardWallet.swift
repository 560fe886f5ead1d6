public import Kernel

/// The active cards of a member, made ready at an instant.
///
/// Made once for any number of questions; see ``WalletCard``.
public struct RewardWallet: Sendable {
    /// The active cards.
    public let cards: [WalletCard]

    /// Makes the cards ready; those that are not active are left out.
    ///
    /// - Parameters:
    ///   - cards: The member's cards as they are stored.
    ///   - now: The instant the questions are asked at.
    ///   - zone: The household's.
    public init(_ cards: [RewardCard], at now: Timestamp, in zone: Zone) {
        let quarter = CalendarQuarter(of: now, in: zone)
        var ready: [WalletCard] = []
        ready.reserveCapacity(cards.count)
        for card in cards where card.isActive {
            ready.append(WalletCard(card.moved(to: now, in: zone), in: quarter))
        }
        self.cards = ready
    }

    /// A card with how it stands.
    public struct Choice: Sendable {
        /// The card's place in ``RewardWallet/cards``.
        public let place: Int
        /// How it stands for the purchase.
        public let standing: CardStanding
    }

    /// The best cards for a purchase: at most two, the best first.
    ///
    /// - Complexity: O(*n*) in the number of cards; allocates nothing for each.
    public func best(
        for purchase: RewardPurchase,
        preferring points: PointType
    ) -> (first: Choice, second: Choice?)? {
        var first: Choice?
        var second: Choice?
        for place in cards.indices {
            let standing = cards[place].standing(for: purchase, preferring: points)
            let choice = Choice(place: place, standing: standing)
            guard let leader = first else {
                first = choice
                continue
            }
            if precedes(choice, leader) {
                second = leader
                first = choice
            } else if second.map({ precedes(choice, $0) }) ?? true {
                second = choice
            }
        }
        return first.map { ($0, second) }
    }

    /// Cards with room before those at their limit; then by score, rate, name and id.
    private func precedes(_ left: Choice, _ right: Choice) -> Bool {
        let (one, other) = (left.standing, right.standing)
        if one.isLimitReached != other.isLimitReached { return other.isLimitReached }
        if one.totalThousandths != other.totalThousandths {
            return one.totalThousandths > other.totalThousandths
        }
        if one.earning.rate != other.earning.rate { return one.earning.rate > other.earning.rate }
        let (name, otherName) = (cards[left.place].sortName, cards[right.place].sortName)
        if name != otherName { return name < otherName }
        return cards[left.place].card.id < cards[right.place].card.id
    }
}
