public import Kernel
public import SQL

/// Columns of CSV files as members mapped them, by the header of the file.
public enum CSVMappings {
    private static let selection = Statement(
        "SELECT mapping FROM csv_mappings WHERE member_id = $1 AND header = $2"
    )

    /// The mapping of a member for a header, as JSON.
    public static func find(
        _ header: String,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> String? {
        try session.first(selection, [.id(member), .text(header)]) { $0.text(0) }
    }

    private static let upsert = Statement(
        """
        INSERT INTO csv_mappings (member_id, header, mapping, used_at_ms)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (member_id, header) DO UPDATE SET
            mapping = excluded.mapping, used_at_ms = excluded.used_at_ms
        """
    )
    private static let removal = Statement(
        """
        DELETE FROM csv_mappings WHERE (member_id, header) IN (
            SELECT member_id, header FROM csv_mappings WHERE member_id = $1
            ORDER BY used_at_ms DESC, header LIMIT $2 OFFSET $3
        )
        """
    )

    /// Remembers a mapping; of too many, those used longest ago are forgotten.
    public static func save(
        _ mapping: String,
        for header: String,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(
            upsert,
            [.id(member), .text(header), .text(mapping), .instant(now)]
        )
        try session.run(
            removal,
            [.id(member), .count(Limits.walkRows), .count(Limits.mappingsPerMember)]
        )
    }
}
