public import Contract
import Kernel
import Store

extension RewardsOperations {
    /// Lists the caller's cards, the newest first, with their limits as they are now.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func listCards(_ input: Empty, _ call: Call) async throws -> API.Rewards.CardList {
        try await reading(call) { session, membership in
            let records = try RewardCards.list(of: membership.member, in: session)
            return API.Rewards.CardList(
                cards: records.map { .init($0, at: call.now, in: membership.zone) }
            )
        }
    }
}
