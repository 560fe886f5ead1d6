public import Kernel
public import SQL

/// Which transactions a member's conversations were told of already.
public enum SearchMemory {
    private static let selection = Statement(
        """
        SELECT entry_id FROM search_memory
        WHERE member_id = $1 AND chat_hash = $2 AND returned_at_ms > $3
        ORDER BY entry_id LIMIT $4
        """
    )

    /// The transactions that a conversation was told of after an instant.
    ///
    /// `chat`: A hash of the conversation's name.
    public static func list(
        of member: ID<Entity.Member>,
        chat: String,
        after instant: Timestamp,
        in session: any Session
    ) throws -> Set<ID<Entity.Entry>> {
        let values: [Value] = [
            .id(member), .text(chat), .instant(instant), .count(Limits.searchMemoryRows * 2),
        ]
        return Set(try session.rows(selection, values) { try $0.id(0) })
    }

    private static let upsert = RowsStatement([.text, .text, .text, .bigint]) { rows in
        """
        INSERT INTO search_memory (member_id, chat_hash, entry_id, returned_at_ms)
        VALUES \(rows)
        ON CONFLICT (member_id, chat_hash, entry_id) DO UPDATE SET
            returned_at_ms = excluded.returned_at_ms
        """
    }
    private static let removal = Statement(
        """
        DELETE FROM search_memory WHERE member_id = $1 AND returned_at_ms <= (
            SELECT returned_at_ms FROM search_memory WHERE member_id = $1
            ORDER BY returned_at_ms DESC LIMIT 1 OFFSET $2
        )
        """
    )

    /// Remembers that a conversation was told of transactions; of too many, those told of longest
    /// ago are forgotten.
    public static func remember(
        _ entries: [ID<Entity.Entry>],
        of member: ID<Entity.Member>,
        chat: String,
        now: Timestamp,
        in session: any Session
    ) throws {
        let rows = entries.map { entry in
            [Value.id(member), .text(chat), .id(entry), .instant(now)]
        }
        try session.run(upsert, rows)
        try session.run(removal, [.id(member), .count(Limits.searchMemoryRows)])
    }

    /// Forgets what counts no more.
    public static let purge = Purge(
        of: "search_memory",
        key: "member_id, chat_hash, entry_id",
        by: "returned_at_ms",
        keptMilliseconds: Limits.searchMemoryMilliseconds
    )
}
