public import Kernel
public import SQL

/// What a member told the assistant of their cards, or was answered, as it is kept.
public struct RewardMessageRecord: Sendable, Equatable {
    /// The UUID.
    public let id: ID<Entity.ChatMessage>
    /// The conversation: an id that the member gave, or the member's own.
    public let conversation: ID<Entity.Conversation>
    /// `user` or `assistant`.
    public let sender: String
    /// The text.
    public let content: String
    /// The cards that it recommends, as JSON on the wire.
    public let recommendations: String?
    /// What it changed of a card's spending, as JSON on the wire.
    public let spending: String?
    /// When it was said.
    public let createdAt: Timestamp

    /// Makes a message.
    public init(
        id: ID<Entity.ChatMessage>,
        conversation: ID<Entity.Conversation>,
        sender: String,
        content: String,
        recommendations: String? = nil,
        spending: String? = nil,
        createdAt: Timestamp
    ) {
        self.id = id
        self.conversation = conversation
        self.sender = sender
        self.content = content
        self.recommendations = recommendations
        self.spending = spending
        self.createdAt = createdAt
    }

    /// What its texts take.
    var bytes: Int {
        content.utf8.count + (recommendations?.utf8.count ?? 0) + (spending?.utf8.count ?? 0)
    }
}

/// The messages of members about their cards; the newest are kept, as far as there is room.
public enum RewardMessages {
    private static let columns = """
        SELECT id, conversation_id, sender, content, recommendations, spending, created_at_ms
        FROM reward_messages
        """

    private static let ofMember = Statement(
        "\(columns) WHERE member_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3"
    )

    private static let ofConversation = Statement(
        """
        \(columns) WHERE member_id = $1 AND conversation_id = $2 AND number < $3
        ORDER BY number DESC LIMIT $4
        """
    )

    /// The newest messages of a member, the oldest of them first.
    ///
    /// `conversation`: Of which they are; `nil` for all. `number`: That of the message before which
    /// they were said; `nil` for the newest of all.
    public static func list(
        of member: ID<Entity.Member>,
        in conversation: ID<Entity.Conversation>?,
        before number: Int64?,
        limit: Int,
        in session: any Session
    ) throws -> [RewardMessageRecord] {
        let end = Value.integer(number ?? .max)
        let messages =
            if let conversation {
                try session.rows(
                    ofConversation,
                    [.id(member), .id(conversation), end, .count(limit)],
                    decode
                )
            } else {
                try session.rows(ofMember, [.id(member), end, .count(limit)], decode)
            }
        return messages.reversed()
    }

    private static func decode(_ row: any Row) throws -> RewardMessageRecord {
        RewardMessageRecord(
            id: try row.id(0),
            conversation: try row.id(1),
            sender: row.text(2),
            content: row.text(3),
            recommendations: row.optionalText(4),
            spending: row.optionalText(5),
            createdAt: row.instant(6)
        )
    }

    private static let place = Statement(
        "SELECT number FROM reward_messages WHERE id = $1 AND member_id = $2"
    )

    /// The place of a member's message among all; `nil` when it is not theirs, or not there.
    public static func number(
        of id: ID<Entity.ChatMessage>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Int64? {
        try session.first(place, [.id(id), .id(member)]) { $0.integer(0) }
    }

    private static let insertion = Statement(
        """
        INSERT INTO reward_messages
            (id, member_id, conversation_id, sender, content, recommendations, spending, bytes,
             created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """
    )

    /// Adds messages to those of a member; of what is too much, the oldest go.
    public static func append(
        _ messages: [RewardMessageRecord],
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        for message in messages {
            try session.run(
                insertion,
                [
                    .id(message.id), .id(member), .id(message.conversation),
                    .text(message.sender), .text(message.content),
                    .text(message.recommendations), .text(message.spending),
                    .count(message.bytes), .instant(message.createdAt),
                ]
            )
        }
        try forgetOldest(of: member, keeping: messages.count, in: session)
    }

    private static let sizes = Statement(
        """
        SELECT number, bytes FROM reward_messages
        WHERE member_id = $1 ORDER BY number DESC LIMIT $2
        """
    )
    private static let beginningRemoval = Statement(
        "DELETE FROM reward_messages WHERE member_id = $1 AND number <= $2"
    )

    /// Keeps no more messages than there may be, and always the newest `least`.
    private static func forgetOldest(
        of member: ID<Entity.Member>,
        keeping least: Int,
        in session: any Session
    ) throws {
        let most = Limits.rewardMessagesPerMember
        let messages = try session.rows(sizes, [.id(member), .count(most + 1)]) {
            (number: $0.integer(0), bytes: $0.integer(1))
        }
        var bytes: Int64 = 0
        for (place, message) in messages.enumerated() {
            bytes += message.bytes
            guard place >= least else { continue }
            guard place >= most || bytes > Int64(Limits.rewardMessageBytesPerMember) else {
                continue
            }
            try session.run(beginningRemoval, [.id(member), .integer(message.number)])
            return
        }
    }

    private static let removal = Statement("DELETE FROM reward_messages WHERE member_id = $1")
    private static let conversationRemoval = Statement(
        "DELETE FROM reward_messages WHERE member_id = $1 AND conversation_id = $2"
    )

    /// Removes the messages of a member: those of a conversation, or all.
    public static func delete(
        of member: ID<Entity.Member>,
        in conversation: ID<Entity.Conversation>?,
        in session: any Session
    ) throws {
        if let conversation {
            try session.run(conversationRemoval, [.id(member), .id(conversation)])
        } else {
            try session.run(removal, [.id(member)])
        }
    }

    /// Forgets messages that are too old.
    public static let purge = Purge(
        of: "reward_messages",
        by: "created_at_ms",
        keptMilliseconds: Limits.rewardMessageMilliseconds
    )
}
