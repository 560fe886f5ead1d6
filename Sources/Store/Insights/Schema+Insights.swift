import SQL

extension RoomSchema {
    /// What is kept of analyses, searches and conversations.
    static let insights = RoomSchema(
        migrations: [
            Migration(name: "m0019_highlights", bytes: PackageResources.m0019_highlights_sql),
            Migration(name: "m0020_search", bytes: PackageResources.m0020_search_sql),
            Migration(
                name: "m0021_conversations",
                bytes: PackageResources.m0021_conversations_sql
            ),
        ],
        tables: [
            Table(
                "highlights",
                key: ["member_id", "month"],
                """
                member_id month fingerprint title summary sentiment recommendations written_at_ms
                """
            ),
            Table(
                "search_memory",
                key: ["member_id", "chat_hash", "entry_id"],
                "member_id chat_hash entry_id returned_at_ms"
            ),
            Table("conversations", "number id member_id created_at_ms last_at_ms"),
            Table(
                "chat_messages",
                """
                number id conversation_id member_id role content sources figures bytes \
                created_at_ms
                """
            ),
        ],
        personal: [
            .rows(of: "highlights"), .rows(of: "search_memory"),
            .history(of: "chat_messages"), .history(of: "conversations"),
        ]
    )
}
