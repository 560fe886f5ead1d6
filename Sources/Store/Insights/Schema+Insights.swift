import SQL

extension RoomSchema {
    /// What is kept of analyses, searches and conversations.
    static let insights = RoomSchema(
        migrations: [
            Migration(name: "m0019_highlights", bytes: PackageResources.m0019_highlights_sql)
        ],
        tables: [
            Table(
                "highlights",
                key: ["member_id", "month"],
                """
                member_id month fingerprint title summary sentiment recommendations written_at_ms
                """
            )
        ],
        personal: [
            .rows(of: "highlights")
        ]
    )
}
