public import Guardian
public import Kernel
public import SQL

/// The geofences of all members.
public enum Geofences {
    private static let insertion = Statement(
        """
        INSERT INTO geofences
            (id, member_id, name, latitude, longitude, radius_m, category, policy, created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        RETURNING number
        """
    )

    /// Draws a geofence.
    ///
    /// `id`: What it is copied under.
    ///
    /// - Returns: Its integer id.
    public static func insert(
        _ id: ID<Entity.Geofence>,
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
            .id(id), .id(member), .text(name), .real(centre.latitude), .real(centre.longitude),
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

    private static let copied = RowsStatement([.text], after: 1) { rows in
        """
        SELECT f.number, f.name, f.latitude, f.longitude, f.radius_m, f.category, f.policy,
            f.member_id, f.id
        FROM (VALUES \(rows)) AS v JOIN geofences f ON f.id = v.column1
            JOIN members m ON m.id = f.member_id
        WHERE m.household_id = $1 AND m.removed_at_ms IS NULL
        """
    }

    /// A geofence by the id that it is copied under, and whose it is.
    public typealias Copied = (
        id: ID<Entity.Geofence>, fence: Geofence, member: ID<Entity.Member>
    )

    /// Geofences of a household by the ids that they are copied under, in any order.
    public static func list(
        _ ids: [ID<Entity.Geofence>],
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [Copied] {
        try session.rows(copied, after: [.id(household)], ids.map { [.id($0)] }) { row in
            (id: try row.id(8), fence: try decode(row), member: try row.id(7))
        }
    }

    private static let presence = Statement("SELECT 1 FROM geofences WHERE id = $1")

    /// Whether any household has a geofence of an id.
    public static func isThere(_ id: ID<Entity.Geofence>, in session: any Session) throws -> Bool {
        try session.first(presence, [.id(id)]) { _ in true } ?? false
    }

    private static let update = Statement(
        """
        UPDATE geofences SET name = $2, latitude = $3, longitude = $4, radius_m = $5,
            category = $6, policy = $7
        WHERE id = $1
        """
    )

    /// Draws a geofence anew; its number stays.
    public static func update(
        _ id: ID<Entity.Geofence>,
        to fence: Geofence,
        in session: any Session
    ) throws {
        let values: [Value] = [
            .id(id), .text(fence.name), .real(fence.centre.latitude),
            .real(fence.centre.longitude), .integer(fence.radiusMetres), .text(fence.category),
            .text(fence.policy.rawValue),
        ]
        try session.changeOne(update, values, orConflict: "a geofence is gone")
    }

    private static let count = Statement("SELECT COUNT(*) FROM geofences WHERE member_id = $1")

    /// How many geofences the member has.
    public static func count(of member: ID<Entity.Member>, in session: any Session) throws -> Int {
        Int(try session.first(count, [.id(member)]) { $0.integer(0) } ?? 0)
    }

    private static let deletion = Statement(
        "DELETE FROM geofences WHERE number = $1 AND member_id = $2 RETURNING id"
    )

    /// Removes a geofence of a member.
    ///
    /// - Returns: Its id; `nil` when there was none.
    public static func delete(
        _ number: Serial<Entity.Geofence>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> ID<Entity.Geofence>? {
        try session.first(deletion, [.integer(number.value), .id(member)]) { try $0.id(0) }
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
