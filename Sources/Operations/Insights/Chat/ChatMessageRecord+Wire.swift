import Contract
import Insights
import Kernel
import SQL
import Store

extension ChatMessageRecord {
    /// A question and its answer as they are kept.
    ///
    /// What an answer names is limited; its text is cut where it is longer than one may be.
    static func pair(
        _ question: String,
        _ answer: Answer,
        _ call: Call
    ) throws -> [ChatMessageRecord] {
        let sources = answer.sources.prefix(Limits.chatSources)
        let figures = answer.figures.prefix(Limits.chatFigures)
        let content = answer.content.unicodeScalars.prefix(Limits.chatAnswerCharacters)
        return [
            ChatMessageRecord(
                id: call.newID(),
                role: API.Insights.AiChatRole.user.rawValue,
                content: question,
                createdAt: call.now
            ),
            ChatMessageRecord(
                id: call.newID(),
                role: API.Insights.AiChatRole.assistant.rawValue,
                content: String(content),
                sources: try text(sources.map { API.Insights.Source($0) }),
                figures: try text(figures.map { API.Insights.Figure($0) }),
                createdAt: call.now
            ),
        ]
    }

    private static func text(_ values: some Encodable) throws -> String {
        String(decoding: try WireEncoder.bytes(values), as: UTF8.self)
    }
}

extension API.Insights.AiChatMessage {
    /// A message as it was kept.
    ///
    /// - Throws: `DatabaseError` `corrupt`.
    init(_ record: ChatMessageRecord) throws {
        let figures = try Self.decode([API.Insights.Figure].self, record.figures)
        self.init(
            id: record.id,
            role: try API.Insights.AiChatRole(rawValue: record.role)
                .orCorrupt("a message has a role that is unknown"),
            content: record.content,
            createdAt: WireTimestamp(record.createdAt),
            sources: try Self.decode([API.Insights.Source].self, record.sources),
            figures: figures.isEmpty ? nil : figures
        )
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value
    {
        let json = try? JSONParser.parse(text.utf8)
        return try json.flatMap { try? WireDecoder.decode(type, from: $0) }
            .orCorrupt("what stands behind an answer cannot be read")
    }
}
