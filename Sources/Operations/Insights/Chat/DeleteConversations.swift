public import Contract
import SQL
import Store

extension InsightsOperations {
    /// Deletes one of the caller's conversations, or all; also when there is nothing to delete.
    ///
    /// - Throws: ``Problem`` `unauthenticated`, `conflict`; ``ReplayedAnswer``; `DatabaseError`.
    public func deleteConversations(
        _ input: API.Insights.AiChatQuery,
        _ call: Call
    ) async throws -> API.Insights.AiChatDeleteResponse {
        try await writing(call) { session, membership in
            if let id = input.conversationID {
                try Conversations.delete(id, of: membership.member, in: session)
            } else {
                try Conversations.deleteAll(of: membership.member, in: session)
            }
            return API.Insights.AiChatDeleteResponse(traceID: call.trace)
        }
    }
}
