import Catalogue
import Contract
import Kernel
import Ledger
import Rewards
import SQL
import Store

/// What purchases in the ledger add to what is spent with the cards of one household.
///
/// It happens in the transaction that posts them, so each is added exactly once: what posts once is
/// added once, and what is undone was not added. Where no card is tied to an account, a purchase
/// costs one look at an index.
struct CardSpending {
    /// Where the household's chain ends after what was added.
    private(set) var head: ChainHead

    private let call: Call
    private let session: any Session
    private let household: HouseholdRecord
    private let zone: Zone
    private var preferences: [ID<Entity.Member>: RewardPreferences] = [:]

    init(after head: ChainHead, _ call: Call, in session: any Session) throws {
        household = try Households.named(head.household, in: session)
        zone = try Zone.named(household.timeZone).orCorrupt("a household has no time zone")
        self.head = head
        self.call = call
        self.session = session
    }

    /// Follows what became of purchases on the account of a card.
    ///
    /// New ones are added where the member wants that; those that were added before follow in any
    /// case. Purchases in another currency than the household's are not added.
    ///
    /// - Throws: `DatabaseError`.
    mutating func follow(
        _ changes: [PurchaseChanges.Change],
        in currency: Currency,
        on tied: RewardCards.Tied
    ) throws {
        guard currency == household.currency else { return }
        let preferences = try preferences(of: tied.member)
        let known = try RewardPurchases.find(
            changes.filter { !$0.isNew }.map(\.entry.id),
            on: tied.card,
            of: tied.member,
            in: session
        )
        let new = changes.filter { preferences.autoUpdateSpending && $0.isNew }
        guard !new.isEmpty || !known.isEmpty,
            let before = try RewardCards.find(tied.card, of: tied.member, in: session)
        else { return }
        let current = before.card.moved(to: call.now, in: zone)
        var card = current
        var added: [(entry: ID<Entity.Entry>, posted: PostedPurchase)] = []
        for change in new {
            guard let posted = add(change, to: &card) else { continue }
            added.append((change.entry.id, posted))
        }
        for change in changes {
            guard let posted = known[change.entry.id] else { continue }
            let cents = currency.hundredths(ofMinor: change.amountMinor)
            guard cents != posted.amountCents else { continue }
            _ = card.repost(posted, as: cents)
            let (entry, member) = (change.entry.id, tied.member)
            try RewardPurchases.set(cents, of: entry, on: card.id, of: member, in: session)
        }
        try RewardPurchases.insert(
            added,
            on: card.id,
            of: tied.member,
            now: call.now,
            in: session
        )
        guard card != current else { return }
        try save(card, from: before, of: tied.member)
        let alerts = LimitAlerts(of: tied.member, in: household.currency)
        try alerts.tell(card, since: current, preferring: preferences, call, in: session)
    }

    private func add(
        _ change: PurchaseChanges.Change,
        to card: inout RewardCard
    ) -> PostedPurchase? {
        guard change.amountMinor > 0,
            let category = Catalogue.standard.rewardsCategory(
                ofEntry: change.entry.category,
                isCharge: change.isCharge
            )
        else { return nil }
        return card.post(
            household.currency.hundredths(ofMinor: change.amountMinor),
            for: category,
            on: change.entry.day,
            at: call.now,
            in: zone
        )
    }

    /// Records the card, as of a member who changed it.
    private mutating func save(
        _ card: RewardCard,
        from before: RewardCardRecord,
        of member: ID<Entity.Member>
    ) throws {
        var card = card
        card.updatedAt = call.now
        let edit = Edit(
            .rewardCardSet,
            of: card.id.text,
            RecomputedRewards.body(of: card.chainContent, member),
            in: household.id,
            by: member,
            owner: member,
            call
        )
        head = try Edits.append(edit, to: head, in: session)
        let record = RewardCardRecord(card: card, version: head.sequence)
        try RewardCards.update(record, from: before.card, of: member, in: session)
    }

    private mutating func preferences(
        of member: ID<Entity.Member>
    ) throws -> RewardPreferences {
        if let known = preferences[member] { return known }
        let found = try StoredRewardPreferences.find(of: member, in: session).preferences
        preferences[member] = found
        return found
    }
}
