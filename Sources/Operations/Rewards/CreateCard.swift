public import Contract
import Kernel
import Ledger
import Rewards
import SQL
import Store

extension RewardsOperations {
    /// Adds a card to the caller's wallet; without rows it earns what cards of its type earn.
    ///
    /// - Throws: ``Problem`` `invalid` for an account that is not the caller's and a name that is
    ///   refused, `conflict` for one card, row or limit too many; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func createCard(
        _ input: API.Rewards.CardInput,
        _ call: Call
    ) async throws -> API.Rewards.CreditCard {
        try await writing(call) { session, membership in
            let record = try Self.add(input, as: call.newID(), membership, call, in: session)
            return API.Rewards.CreditCard(record, at: call.now, in: membership.zone)
        }
    }

    /// Adds a card that the caller describes, and records that.
    ///
    /// - Throws: ``Problem`` as ``createCard(_:_:)`` does.
    static func add(
        _ input: API.Rewards.CardInput,
        as id: ID<Entity.RewardCard>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> RewardCardRecord {
        try refuseWords(in: [("name", input.name)])
        let wallet = try RewardCards.mark(of: membership.member, in: session)
        guard wallet.count < Limits.cardsPerMember else {
            throw Problem(.conflict, "A member has at most \(Limits.cardsPerMember) cards")
        }
        if let account = input.accountID {
            try requireAccount(account, of: membership, in: session)
        }
        let draft = CardDraft(call, in: membership.zone)
        let card = RewardCard(
            id: id,
            name: input.name,
            type: input.cardType.type,
            rows: try draft.rows(input.rewardCategories ?? [], of: input.cardType.type),
            bonus: input.quarterlyBonus.map { draft.bonus($0) },
            limits: try draft.limits(input.spendingLimits ?? []),
            isActive: input.isActive ?? true,
            accountID: input.accountID,
            foreignFeeBasisPoints: input.foreignFeePercent.map { Int($0.minor) },
            createdAt: call.now,
            updatedAt: call.now
        )
        return try add(card, membership, call, in: session)
    }

    /// Adds a card to the caller's wallet, and records that.
    static func add(
        _ card: RewardCard,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> RewardCardRecord {
        let version = try recordLink(.rewardCardSet, of: card, membership, call, in: session)
        let record = RewardCardRecord(card: card, version: version)
        try RewardCards.insert(record, of: membership.member, in: session)
        return record
    }
}
