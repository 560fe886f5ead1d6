import Contract
import Kernel
import SQL
import Store

extension ID where Entity == Kernel.Entity.Conversation {
    /// The conversation that a member has without naming one: its id is the member's own.
    static func standing(of member: ID<Kernel.Entity.Member>) -> Self { Self(member.raw) }
}

extension RewardMessageRecord {
    /// A message as it is kept.
    init(_ message: API.Rewards.ChatMessage, _ call: Call) throws {
        self.init(
            id: message.id,
            conversation: message.conversationID,
            sender: message.sender.rawValue,
            content: message.content,
            recommendations: try message.cardRecommendations.map(Self.text),
            spending: try message.spendingUpdate.map(Self.text),
            createdAt: call.now
        )
    }

    private static func text(_ value: some Encodable) throws -> String {
        String(decoding: try WireEncoder.bytes(value), as: UTF8.self)
    }
}

extension API.Rewards.ChatMessage {
    /// A message as it was kept.
    ///
    /// - Throws: `DatabaseError` `corrupt`.
    init(_ record: RewardMessageRecord) throws {
        self.init(
            id: record.id,
            content: record.content,
            sender: try API.Rewards.Sender(rawValue: record.sender)
                .orCorrupt("a message has a sender that is unknown"),
            timestamp: WireTimestamp(record.createdAt),
            cardRecommendations: try record.recommendations.map { text in
                try Self.decode([API.Rewards.CardRecommendation].self, text)
            },
            spendingUpdate: try record.spending.map { text in
                try Self.decode(API.Rewards.SpendingUpdate.self, text)
            },
            conversationID: record.conversation
        )
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value
    {
        let json = try? JSONParser.parse(text.utf8)
        return try json.flatMap { try? WireDecoder.decode(type, from: $0) }
            .orCorrupt("what stands behind a message cannot be read")
    }
}
