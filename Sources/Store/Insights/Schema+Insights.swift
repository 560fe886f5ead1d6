import SQL

extension RoomSchema {
    /// What is kept of analyses, searches and conversations.
    static let insights = RoomSchema(
        migrations: [
            Migration(
                name: "m0021_conversations",
                bytes: PackageResources.m0021_conversations_sql
            )
        ],
        tables: [
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
            .history(of: "chat_messages"),
            .rows(of: "conversations"),
        ]
    )
}
