public import Contract
import Kernel
import SQL
import Store

extension InsightsOperations {
    /// Shows one of the caller's conversations, else the one with the newest message.
    ///
    /// Without any, an id is told that nothing has and that is not kept.
    ///
    /// - Throws: ``Problem`` `notFound`, `unauthenticated`; `DatabaseError`.
    public func conversation(
        _ input: API.Insights.AiChatQuery,
        _ call: Call
    ) async throws -> API.Insights.AiChatResponse {
        try await reading(call) { session, membership in
            let (member, now) = (membership.member, call.now)
            let latest =
                try input.conversationID
                ?? Conversations.latest(of: member, now: now, in: session)
            guard let id = latest else {
                return API.Insights.AiChatResponse(
                    conversationID: call.newID(),
                    messages: [],
                    traceID: call.trace
                )
            }
            let messages = try ChatMessages.list(of: id, of: member, now: now, in: session)
            guard !messages.isEmpty else { throw Problem(.notFound) }
            return API.Insights.AiChatResponse(
                conversationID: id,
                messages: try messages.map(API.Insights.AiChatMessage.init),
                traceID: call.trace
            )
        }
    }
}
