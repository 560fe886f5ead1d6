public import Contract
import Kernel
import Ledger
import Rewards
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
            let record = try Self.card(input.id, input.ifMatch, membership, call, in: session)
            let version = try Self.recordLink(
                .rewardCardDeleted,
                of: record.card,
                membership,
                call,
                in: session
            )
            try RewardCards.delete(record.card.id, of: membership.member, in: session)
            return API.Rewards.CardDeletion(version: version)
        }
    }
}
