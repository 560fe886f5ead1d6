import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

/// The chat as it is on the wire.
extension InsightsHome {
    typealias Chat = API.Insights.AiChatResponse

    /// A home without accounts whose database a test stands before.
    static func interposed(
        _ engine: Engine,
        _ work: (InsightsHome, InterposedDatabase) async throws -> Void
    ) async throws {
        var between: InterposedDatabase?
        try await withServer(
            engine,
            interposing: { database in
                let interposed = InterposedDatabase(database)
                between = interposed
                return interposed
            }
        ) { server in
            let parent = try await server.registerParent()
            try await work(
                InsightsHome(server: server, owner: parent),
                try #require(between)
            )
        }
    }

    /// Sends a body to the chat.
    func send(
        _ body: String,
        as member: TestMember? = nil,
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        try await server.raw(
            "POST",
            "/ai/chat",
            body,
            token: (member ?? owner).token,
            headers: headers
        )
    }

    /// The body of a question.
    static func body(
        _ message: String,
        in conversation: String? = nil,
        from first: String? = nil
    ) -> String {
        var members = [JSON.Member("message", .string(message))]
        if let conversation {
            members.append(JSON.Member("conversationId", .string(conversation)))
        }
        if let first { members.append(JSON.Member("truncateFromMessageId", .string(first))) }
        return JSON.object(members).text
    }

    /// Asks, and gives the conversation that it is answered in.
    @discardableResult
    func ask(
        _ message: String,
        in conversation: Chat? = nil,
        from first: API.Insights.AiChatMessage? = nil,
        as member: TestMember? = nil
    ) async throws -> Chat {
        let body = Self.body(
            message,
            in: conversation?.conversationID.text,
            from: first?.id.text
        )
        let answer = try await send(body, as: member)
        try #require(answer.status == 200, "\(answer.text)")
        return try API.Insights.sendMessage.output(of: answer.body)
    }

    /// Asks for a conversation, else for the latest.
    func show(
        _ conversation: String? = nil,
        as member: TestMember? = nil
    ) async throws -> TransportResponse {
        let query = conversation.map { "?conversationId=\($0)" } ?? ""
        return try await server.get("/ai/chat\(query)", token: (member ?? owner).token)
    }

    /// The conversation, else the latest.
    func shown(_ conversation: Chat? = nil, as member: TestMember? = nil) async throws -> Chat {
        let answer = try await show(conversation?.conversationID.text, as: member)
        try #require(answer.status == 200, "\(answer.text)")
        return try API.Insights.conversation.output(of: answer.body)
    }

    /// Deletes a conversation, else all.
    func deleteChat(
        _ conversation: String? = nil,
        as member: TestMember? = nil,
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        let query = conversation.map { "?conversationId=\($0)" } ?? ""
        return try await server.raw(
            "DELETE",
            "/ai/chat\(query)",
            nil,
            token: (member ?? owner).token,
            headers: headers
        )
    }

    /// How many conversations and messages are kept.
    func kept() async throws -> [Int] {
        let contents = try await server.contents()
        return [contents.count("conversations"), contents.count("chat_messages")]
    }
}

extension API.Insights.AiChatResponse {
    /// What was asked, the oldest first.
    var questions: [String] { messages.filter { $0.role == .user }.map(\.content) }

    /// Whether questions and answers take turns.
    var isPaired: Bool {
        messages.enumerated().allSatisfy { place, message in
            message.role == (place.isMultiple(of: 2) ? .user : .assistant)
        }
    }
}
