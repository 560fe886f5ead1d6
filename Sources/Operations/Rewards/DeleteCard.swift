public import Contract
import Kernel
import Ledger
import Rewards
import SQL
import Store

extension RewardsOperations {
    /// Removes a card.
    ///
    /// - Throws: ``Problem`` `notFound` when the card is not the caller's, `stale` when it was
    ///   changed since the version that is named; `unauthenticated`; ``ReplayedAnswer``;
    ///   `DatabaseError`.
    public func deleteCard(
        _ input: API.Rewards.CardReference,
        _ call: Call
    ) async throws -> API.Rewards.CardDeletion {
        try await writing(call) { session, membership in
            let version = try Self.remove(input, membership, call, in: session)
            return API.Rewards.CardDeletion(version: version)
        }
    }

    /// Removes a card of the caller, and records that.
    ///
    /// - Returns: The link's place in the chain.
    /// - Throws: ``Problem`` as ``deleteCard(_:_:)`` does.
    @discardableResult
    static func remove(
        _ input: API.Rewards.CardReference,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> Int64 {
        let card = try card(input.id, input.ifMatch, membership, call, in: session).card
        let version = try recordLink(.rewardCardDeleted, of: card, membership, call, in: session)
        try RewardCards.delete(card.id, of: membership.member, in: session)
        return version
    }
}
