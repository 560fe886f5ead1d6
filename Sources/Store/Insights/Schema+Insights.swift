import SQL

extension RoomSchema {
    /// What is kept of analyses, searches and conversations.
    static let insights = RoomSchema(
        migrations: [],
        tables: [],
        personal: []
    )
}
