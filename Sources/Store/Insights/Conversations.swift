public import Kernel
public import SQL

/// The conversations of members; one is there while it has messages that are not too old.
public enum Conversations {
    private static let newest = Statement(
        """
        SELECT conversation_id, created_at_ms FROM chat_messages
        WHERE member_id = $1 ORDER BY number DESC LIMIT 1
        """
    )

    /// The conversation with a member's newest message; `nil` when there is none.
    public static func latest(
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> ID<Entity.Conversation>? {
        let found = try session.first(newest, [.id(member)]) { row in
            (id: try row.id(0, Entity.Conversation.self), at: row.instant(1))
        }
        guard let found, found.at >= ChatMessages.firstInstant(now) else { return nil }
        return found.id
    }

    private static let insertion = Statement(
        """
        INSERT INTO conversations (id, member_id, created_at_ms, last_at_ms)
        VALUES ($1, $2, $3, $3)
        """
    )

    /// Begins a conversation; of too many, those without messages for longest go.
    public static func insert(
        _ id: ID<Entity.Conversation>,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        for former in try ids(of: member, skipping: Limits.conversationsPerMember - 1, in: session)
        {
            try delete(former, of: member, in: session)
        }
        try session.run(insertion, [.id(id), .id(member), .instant(now)])
    }

    private static let touching = Statement(
        """
        UPDATE conversations
        SET last_at_ms = CASE WHEN last_at_ms < $2 THEN $2 ELSE last_at_ms END
        WHERE id = $1
        """
    )

    /// Notes that a conversation has a new message.
    static func touch(
        _ id: ID<Entity.Conversation>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(touching, [.id(id), .instant(now)])
    }

    private static let selection = Statement(
        """
        SELECT id FROM conversations WHERE member_id = $1
        ORDER BY last_at_ms DESC, number DESC LIMIT $2 OFFSET $3
        """
    )

    /// A member's conversations, the latest first.
    private static func ids(
        of member: ID<Entity.Member>,
        skipping skipped: Int,
        in session: any Session
    ) throws -> [ID<Entity.Conversation>] {
        try session.rows(
            selection,
            [.id(member), .count(Limits.conversationsPerMember), .count(skipped)]
        ) { try $0.id(0) }
    }

    private static let removal = Statement(
        "DELETE FROM conversations WHERE id = $1 AND member_id = $2"
    )

    /// Deletes a conversation of a member with its messages, if it is there.
    public static func delete(
        _ id: ID<Entity.Conversation>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try ChatMessages.delete(of: id, of: member, in: session)
        try session.run(removal, [.id(id), .id(member)])
    }

    /// Deletes all conversations of a member, one after the other.
    public static func deleteAll(of member: ID<Entity.Member>, in session: any Session) throws {
        for id in try ids(of: member, skipping: 0, in: session) {
            try delete(id, of: member, in: session)
        }
    }

    /// Forgets conversations whose last message is too old; after those messages.
    public static let purge = Purge(
        of: "conversations",
        by: "last_at_ms",
        keptMilliseconds: Limits.chatMilliseconds
    )
}
