public import Contract
import SQL
import Store

extension RewardsOperations {
    /// Deletes the caller's messages, or those of a conversation; also when there are none.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func deleteChatMessages(
        _ input: API.Rewards.ChatDeletion,
        _ call: Call
    ) async throws -> Empty {
        try await writing(call) { session, membership in
            try RewardMessages.delete(
                of: membership.member,
                in: input.conversationID,
                in: session
            )
            return Empty()
        }
    }
}
