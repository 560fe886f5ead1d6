public import Contract
import Kernel
import Rewards
import SQL
import Store

extension RewardsOperations {
    /// Changes a card; what is left out stays, and a list that is sent takes the place of all.
    ///
    /// - Throws: ``Problem`` `invalid` for an account that is not the caller's and a name that is
    ///   refused, `notFound` when the card is not the caller's, `stale` when it was changed since
    ///   the version that is named, `conflict` for one row or limit too many; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func updateCard(
        _ input: API.Rewards.CardUpdate,
        _ call: Call
    ) async throws -> API.Rewards.CreditCard {
        try await writing(call) { session, membership in
            let record = try Self.change(input, membership, call, in: session)
            return API.Rewards.CreditCard(record, at: call.now, in: membership.zone)
        }
    }

    /// Changes a card of the caller, and records that.
    ///
    /// - Throws: ``Problem`` as ``updateCard(_:_:)`` does.
    static func change(
        _ input: API.Rewards.CardUpdate,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> RewardCardRecord {
        try refuseWords(in: [("name", input.name?.text)])
        let before = try card(input.id, input.ifMatch, membership, call, in: session)
        if let account = input.accountID?.wrappedValue, account != before.card.accountID {
            try requireAccount(account, of: membership, in: session)
        }
        let draft = CardDraft(call, in: membership.zone)
        let changed = try before.card.changed(by: input, draft)
        return try record(changed, from: before, membership, call, in: session)
    }
}

extension RewardCard {
    /// The card with what an input says.
    fileprivate func changed(
        by input: API.Rewards.CardUpdate,
        _ draft: CardDraft
    ) throws -> RewardCard {
        var card = self
        card.name = input.name?.text ?? name
        card.type = input.cardType?.type ?? type
        card.isActive = input.isActive ?? isActive
        if let rows = input.rewardCategories { card.rows = try draft.rows(rows, of: card.type) }
        // A card without rows that becomes one of a known type earns what those earn.
        if card.rows.isEmpty { card.rows = try draft.rows([], of: card.type) }
        if let bonus = input.quarterlyBonus {
            card.bonus = bonus.wrappedValue.map { draft.bonus($0, after: self.bonus) }
        }
        if let limits = input.spendingLimits {
            let now = moved(to: draft.now, in: draft.zone)
            card.limits = try draft.limits(limits, after: now.limits)
        }
        if let account = input.accountID { card.accountID = account.wrappedValue }
        if let fee = input.foreignFeePercent {
            card.foreignFeeBasisPoints = fee.wrappedValue.map { Int($0.minor) }
        }
        return card
    }
}
