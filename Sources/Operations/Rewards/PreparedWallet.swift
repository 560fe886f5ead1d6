import Contract
import Kernel
import Ledger
import Rewards
import SQL
import Store

/// A member's cards made ready to be compared, with what tells until when they are of now.
struct PreparedWallet: Sendable {
    /// The active cards; `nil` where there are none.
    let wallet: RewardWallet?
    /// The member's preferences, which matter where there are cards; else those of nobody.
    let preferences: RewardPreferences
    /// What tells this state of the cards from every other.
    private let mark: RewardWalletMark
    /// The version of the member's preferences.
    private let preferencesVersion: Int64
    /// In which limits and quarters end.
    private let zone: Zone
    /// The instants at which no limit begins anew and no quarter ends.
    private let instants: Range<Timestamp>
    /// What it takes of memory, about, in bytes.
    let bytes: Int

    /// Reads a member's cards, unless those that are known are of now.
    ///
    /// A member without cards takes one look at an index.
    ///
    /// - Throws: `DatabaseError`.
    static func read(
        of membership: Membership,
        at now: Timestamp,
        knowing known: PreparedWallet?,
        in session: any Session
    ) throws -> PreparedWallet {
        let member = membership.member
        let mark = try RewardCards.mark(of: member, in: session)
        guard mark.count > 0 else { return PreparedWallet(without: mark, membership.zone) }
        let preferences = try StoredRewardPreferences.find(of: member, in: session)
        if let known, known.mark == mark, known.preferencesVersion == preferences.version,
            known.counts(at: now, in: membership.zone)
        {
            return known
        }
        return PreparedWallet(
            try RewardCards.list(of: member, in: session).map(\.card),
            mark,
            preferences,
            at: now,
            in: membership.zone
        )
    }

    private init(without mark: RewardWalletMark, _ zone: Zone) {
        wallet = nil
        preferences = .standard
        self.mark = mark
        preferencesVersion = 0
        self.zone = zone
        instants = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
        bytes = Self.leastBytes
    }

    private init(
        _ cards: [RewardCard],
        _ mark: RewardWalletMark,
        _ preferences: RewardPreferencesRecord,
        at now: Timestamp,
        in zone: Zone
    ) {
        let wallet = RewardWallet(cards, at: now, in: zone)
        let month = zone.day(of: now).month
        let quarter = month.adding(months: 3 - (month.month - 1) % 3)
        let resets = wallet.cards.flatMap(\.card.limits).filter { $0.resetType != .never }
        let end = resets.map(\.resetDate).reduce(zone.start(of: quarter.firstDay), min)
        self.wallet = wallet.cards.isEmpty ? nil : wallet
        self.preferences = preferences.preferences
        self.mark = mark
        self.preferencesVersion = preferences.version
        self.zone = zone
        self.instants = now..<max(now, end)
        self.bytes = wallet.cards.reduce(Self.leastBytes) { $0 + Self.bytes(of: $1.card) }
    }

    /// Whether limits and quarters at an instant are those it was made with.
    func counts(at now: Timestamp, in zone: Zone) -> Bool {
        self.zone == zone && instants.contains(now)
    }

    /// The best card for a purchase; `nil` where no card is active.
    ///
    /// - Complexity: O(*n*) in the number of cards.
    func best(
        for category: RewardsCategory,
        costing amount: Money
    ) -> API.Guardian.RecommendedCard? {
        guard let wallet else { return nil }
        let purchase = RewardPurchase(
            category: category,
            amountCents: amount.currency.hundredths(ofMinor: amount.minor)
        )
        let best = wallet.best(for: purchase, preferring: preferences.preferred)
        guard let (first, _) = best else { return nil }
        let card = wallet.cards[first.place].card
        let earning = first.standing.earning
        return API.Guardian.RecommendedCard(
            cardID: card.id,
            cardName: card.name,
            category: .init(purchase.category),
            multiplier: API.Rewards.Multiplier(minor: earning.rate.hundredths),
            pointType: .init(earning.pointType)
        )
    }

    /// What one without cards takes.
    private static let leastBytes = 512

    private static func bytes(of card: RewardCard) -> Int {
        // A card with its tables, the rows and limits of their arrays, and the texts.
        1_024 + card.rows.count * 64 + card.limits.count * 128
            + 2 * card.name.utf8.count + (card.source.map { $0.address.utf8.count + 64 } ?? 0)
    }
}
