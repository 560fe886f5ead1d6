import SQL

extension RoomSchema {
    /// What is kept of analyses, searches and conversations.
    static let insights = RoomSchema(
        migrations: [
            Migration(name: "m0020_search", bytes: PackageResources.m0020_search_sql)
        ],
        tables: [
            Table(
                "search_memory",
                key: ["member_id", "chat_hash", "entry_id"],
                "member_id chat_hash entry_id returned_at_ms"
            )
        ],
        personal: [.rows(of: "search_memory")]
    )
}
