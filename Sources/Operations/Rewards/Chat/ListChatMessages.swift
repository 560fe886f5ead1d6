public import Contract
import Kernel
import SQL
import Store

extension RewardsOperations {
    /// Lists the newest messages of the caller, or those before one, the oldest first.
    ///
    /// - Throws: ``Problem`` `notFound` when the message before which they are is not the caller's;
    ///   `unauthenticated`; `DatabaseError`.
    public func listChatMessages(
        _ input: API.Rewards.MessageQuery,
        _ call: Call
    ) async throws -> API.Rewards.MessageList {
        let asked = input.limit?.value ?? Limits.rewardMessages
        let limit = Int(min(max(asked, 1), Limits.rewardMessages))
        return try await reading(call) { session, membership in
            let member = membership.member
            let end = try input.before.map { id in
                try RewardMessages.number(of: id, of: member, in: session).orNotFound()
            }
            let records = try RewardMessages.list(
                of: member,
                in: input.conversationID,
                before: end,
                limit: limit,
                in: session
            )
            return API.Rewards.MessageList(
                messages: try records.map(API.Rewards.ChatMessage.init)
            )
        }
    }
}
