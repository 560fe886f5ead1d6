public import Kernel
public import SQL

/// A question or an answer as it is kept.
public struct ChatMessageRecord: Sendable, Equatable {
    /// The UUID.
    public let id: ID<Entity.ChatMessage>
    /// `USER` or `ASSISTANT`.
    public let role: String
    /// What is said.
    public let content: String
    /// The transactions behind it, as JSON on the wire.
    public let sources: String
    /// The figures that it says, as JSON on the wire.
    public let figures: String
    /// When it was said.
    public let createdAt: Timestamp

    /// Makes a message.
    public init(
        id: ID<Entity.ChatMessage>,
        role: String,
        content: String,
        sources: String = "[]",
        figures: String = "[]",
        createdAt: Timestamp
    ) {
        self.id = id
        self.role = role
        self.content = content
        self.sources = sources
        self.figures = figures
        self.createdAt = createdAt
    }

    /// What its texts take.
    var bytes: Int { content.utf8.count + sources.utf8.count + figures.utf8.count }
}

/// A message as far as the next answer depends on it.
public struct ChatTurn: Sendable, Equatable {
    /// Its place among all messages.
    public let number: Int64
    /// The UUID.
    public let id: ID<Entity.ChatMessage>
    /// `USER` or `ASSISTANT`.
    public let role: String
    /// What is said.
    public let content: String
}

/// The messages of conversations; those that are too old are not shown.
public enum ChatMessages {
    /// When the oldest message was said that is still kept.
    static func firstInstant(_ now: Timestamp) -> Timestamp {
        now.adding(milliseconds: -Limits.chatMilliseconds)
    }

    private static let selection = Statement(
        """
        SELECT id, role, content, sources, figures, created_at_ms FROM chat_messages
        WHERE conversation_id = $1 AND member_id = $2 AND created_at_ms >= $3
        ORDER BY number LIMIT $4
        """
    )

    /// The messages of a member's conversation, the oldest first; none when it is not there, or is
    /// another's.
    public static func list(
        of conversation: ID<Entity.Conversation>,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> [ChatMessageRecord] {
        try session.rows(selection, values(conversation, member, now)) { row in
            ChatMessageRecord(
                id: try row.id(0),
                role: row.text(1),
                content: row.text(2),
                sources: row.text(3),
                figures: row.text(4),
                createdAt: row.instant(5)
            )
        }
    }

    private static let turnSelection = Statement(
        """
        SELECT number, id, role, content FROM chat_messages
        WHERE conversation_id = $1 AND member_id = $2 AND created_at_ms >= $3
        ORDER BY number LIMIT $4
        """
    )

    /// The same messages without what is behind them.
    public static func turns(
        of conversation: ID<Entity.Conversation>,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> [ChatTurn] {
        try session.rows(turnSelection, values(conversation, member, now)) { row in
            ChatTurn(
                number: row.integer(0),
                id: try row.id(1),
                role: row.text(2),
                content: row.text(3)
            )
        }
    }

    private static func values(
        _ conversation: ID<Entity.Conversation>,
        _ member: ID<Entity.Member>,
        _ now: Timestamp
    ) -> [Value] {
        [
            .id(conversation), .id(member), .instant(firstInstant(now)),
            .count(Limits.chatMessages),
        ]
    }

    private static let insertion = Statement(
        """
        INSERT INTO chat_messages
            (id, conversation_id, member_id, role, content, sources, figures, bytes, created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """
    )

    /// Adds messages to the end of a conversation; what is too much goes from its beginning.
    public static func append(
        _ messages: [ChatMessageRecord],
        to conversation: ID<Entity.Conversation>,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        for message in messages {
            try session.run(
                insertion,
                [
                    .id(message.id), .id(conversation), .id(member), .text(message.role),
                    .text(message.content), .text(message.sources), .text(message.figures),
                    .count(message.bytes), .instant(message.createdAt),
                ]
            )
        }
        try Conversations.touch(conversation, now: now, in: session)
        try forgetOldest(of: conversation, keeping: messages.count, in: session)
    }

    private static let sizes = Statement(
        """
        SELECT number, bytes FROM chat_messages
        WHERE conversation_id = $1 ORDER BY number DESC LIMIT $2
        """
    )
    private static let beginningRemoval = Statement(
        "DELETE FROM chat_messages WHERE conversation_id = $1 AND number <= $2"
    )

    /// Keeps no more messages than there may be, and always the newest `least`.
    private static func forgetOldest(
        of conversation: ID<Entity.Conversation>,
        keeping least: Int,
        in session: any Session
    ) throws {
        let most = Limits.chatMessages
        let values: [Value] = [.id(conversation), .count(most + 1)]
        let messages = try session.rows(sizes, values) { ($0.integer(0), $0.integer(1)) }
        var bytes: Int64 = 0
        for (place, (number, size)) in messages.enumerated() {
            bytes += size
            guard place >= least else { continue }
            guard place >= most || bytes > Int64(Limits.chatConversationBytes) else { continue }
            try session.run(beginningRemoval, [.id(conversation), .integer(number)])
            return
        }
    }

    private static let endRemoval = Statement(
        "DELETE FROM chat_messages WHERE conversation_id = $1 AND member_id = $2 AND number >= $3"
    )

    /// Removes a message of a member's conversation, and all later ones.
    public static func truncate(
        _ conversation: ID<Entity.Conversation>,
        of member: ID<Entity.Member>,
        from number: Int64,
        in session: any Session
    ) throws {
        try session.run(endRemoval, [.id(conversation), .id(member), .integer(number)])
    }

    private static let removal = Statement(
        "DELETE FROM chat_messages WHERE conversation_id = $1 AND member_id = $2"
    )

    /// Removes all messages of a member's conversation.
    static func delete(
        of conversation: ID<Entity.Conversation>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(removal, [.id(conversation), .id(member)])
    }

    /// Forgets messages that are too old.
    public static let purge = Purge(
        of: "chat_messages",
        by: "created_at_ms",
        keptMilliseconds: Limits.chatMilliseconds
    )
}
