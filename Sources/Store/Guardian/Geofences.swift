public import Guardian
public import Kernel
public import SQL

/// The geofences of all members.
public enum Geofences {
    private static let insertion = Statement(
        """
        INSERT INTO geofences
            (member_id, name, latitude, longitude, radius_m, category, policy, created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        RETURNING number
        """
    )

    /// Draws a geofence.
    ///
    /// - Returns: Its integer id.
    public static func insert(
        _ name: String,
        around centre: Coordinate,
        radiusMetres: Int64,
        category: String?,
        policy: Geofence.Policy,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> Serial<Entity.Geofence> {
        let values: [Value] = [
            .id(member), .text(name), .real(centre.latitude), .real(centre.longitude),
            .integer(radiusMetres), .text(category), .text(policy.rawValue), .instant(now),
        ]
        return try session.first(insertion, values) { $0.serial(0) }
            .orCorrupt("a geofence was drawn and not returned")
    }

    private static let columns = """
        SELECT number, name, latitude, longitude, radius_m, category, policy FROM geofences
        """
    private static let list = Statement(
        "\(columns) WHERE member_id = $1 ORDER BY number DESC LIMIT $2"
    )

    /// The member's geofences, newest first.
    public static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [Geofence] {
        try session.rows(list, [.id(member), .count(Limits.fencesPerMember)], decode)
    }

    /// Whether a fence may hold the position.
    private static let mayHold = """
        ABS(latitude - $3) * $4 <= radius_m
            AND (
                ABS(longitude - $5) * $6 <= radius_m
                OR (360 - ABS(longitude - $5)) * $6 <= radius_m
            )
        """
    private static let applies = "(category IS NULL OR category = $2)"
    private static let tally = Statement(
        """
        SELECT COUNT(CASE WHEN policy = 'block' THEN 1 END),
            COUNT(CASE WHEN policy = 'block' AND \(applies) THEN 1 END),
            COUNT(*),
            COUNT(CASE WHEN \(applies) THEN 1 END),
            COUNT(CASE WHEN \(mayHold) AND \(applies) THEN 1 END)
        FROM geofences WHERE member_id = $1
        """
    )

    /// How many geofences a member has, and how many of them apply to a category and are near.
    ///
    /// Counted where they lie: most are far away, and a decision is waited for by all others.
    static func tally(
        of member: ID<Entity.Member>,
        _ category: String,
        _ proximity: ProximityFilter?,
        in session: any Session
    ) throws -> (blocking: FenceTally, warning: FenceTally, near: Int64) {
        try session.first(tally, values(member, category, proximity)) { row in
            let blocking = FenceTally(
                count: Int(row.integer(0)),
                applying: Int(row.integer(1))
            )
            let warning = FenceTally(
                count: Int(row.integer(2)) - blocking.count,
                applying: Int(row.integer(3)) - blocking.applying
            )
            return (blocking, warning, row.integer(4))
        }.orCorrupt("a count was not returned")
    }

    private static let near = Statement(
        "\(columns) WHERE member_id = $1 AND \(applies) AND \(mayHold)"
    )

    /// The member's geofences that apply to a category and may hold a position.
    static func near(
        of member: ID<Entity.Member>,
        _ category: String,
        _ proximity: ProximityFilter,
        in session: any Session
    ) throws -> [Geofence] {
        try session.rows(near, values(member, category, proximity), decode)
    }

    private static func values(
        _ member: ID<Entity.Member>,
        _ category: String,
        _ proximity: ProximityFilter?
    ) -> [Value] {
        guard let proximity else {
            return [.id(member), .text(category), .null, .null, .null, .null]
        }
        return [
            .id(member), .text(category), .real(proximity.position.latitude),
            .real(proximity.metresPerLatitude), .real(proximity.position.longitude),
            .real(proximity.metresPerLongitude),
        ]
    }

    private static let count = Statement("SELECT COUNT(*) FROM geofences WHERE member_id = $1")

    /// How many geofences the member has.
    public static func count(of member: ID<Entity.Member>, in session: any Session) throws -> Int {
        Int(try session.first(count, [.id(member)]) { $0.integer(0) } ?? 0)
    }

    private static let deletion = Statement(
        "DELETE FROM geofences WHERE number = $1 AND member_id = $2"
    )

    /// Removes a geofence of a member.
    ///
    /// - Returns: Whether there was one.
    public static func delete(
        _ number: Serial<Entity.Geofence>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Bool {
        try session.run(deletion, [.integer(number.value), .id(member)]) == 1
    }

    private static func decode(_ row: any Row) throws -> Geofence {
        Geofence(
            number: row.serial(0),
            name: row.text(1),
            centre: Coordinate(latitude: row.real(2), longitude: row.real(3)),
            radiusMetres: row.integer(4),
            category: row.optionalText(5),
            policy: try Geofence.Policy(rawValue: row.text(6))
                .orCorrupt("a geofence has an unknown policy")
        )
    }
}
