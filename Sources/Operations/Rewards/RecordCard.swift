import Contract
import Kernel
import Ledger
import Rewards
import SQL
import Store

extension RoomOperations {
    /// Records a change of a card, and the card as it is then.
    ///
    /// The link's place in the chain is the card's version. What is the same as before is not
    /// recorded, and its version stands. `card` is as it is to be; the instant of its change is the
    /// call's. `before` is as it is stored.
    ///
    /// - Returns: The card as it is stored then.
    static func record(
        _ card: RewardCard,
        from before: RewardCardRecord,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> RewardCardRecord {
        guard card != before.card else { return before }
        var card = card
        card.updatedAt = call.now
        let version = try recordLink(.rewardCardSet, of: card, membership, call, in: session)
        let record = RewardCardRecord(card: card, version: version)
        try RewardCards.update(record, from: before.card, of: membership.member, in: session)
        try LimitAlerts(of: membership.member, in: membership.currency).tell(
            card.moved(to: call.now, in: membership.zone),
            since: before.card.moved(to: call.now, in: membership.zone),
            call,
            in: session
        )
        return record
    }

    /// Records that a card was added, changed or removed.
    ///
    /// The link holds the digest of the card, not the card: what a member has is forgotten with the
    /// member, and the chain stays whole.
    ///
    /// - Returns: The link's place in the chain.
    static func recordLink(
        _ kind: Edit.Kind,
        of card: RewardCard,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> Int64 {
        try recordLink(kind, of: card.id.text, card.chainContent, membership, call, in: session)
    }

    /// Records a change of what one member has, by its digest.
    ///
    /// - Returns: The link's place in the chain.
    static func recordLink(
        _ kind: Edit.Kind,
        of subject: String,
        _ content: ChainContent,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> Int64 {
        let body = RecomputedRewards.body(of: content, membership.member)
        return try recordEdit(
            kind,
            of: subject,
            body,
            owner: membership.member,
            membership,
            call,
            in: session
        ).sequence
    }

    /// A card of the caller.
    ///
    /// - Throws: ``Problem`` `notFound`; `stale` when the caller names another version of it.
    static func card(
        _ id: ID<Entity.RewardCard>,
        _ expected: VersionTag?,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> RewardCardRecord {
        let record = try RewardCards.find(id, of: membership.member, in: session).orNotFound()
        guard let expected, expected.version != record.version else { return record }
        let current = API.Rewards.CreditCard(record, at: call.now, in: membership.zone)
        throw try Problem.stale(current.record)
    }
}
