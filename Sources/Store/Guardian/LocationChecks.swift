public import Guardian
public import Kernel
public import SQL

/// The location checks of members.
public enum LocationChecks {
    private static let insertion = Statement(
        """
        INSERT INTO location_checks (member_id, latitude, longitude, is_counted, checked_at_ms)
        VALUES ($1, $2, $3, $4, $5)
        """
    )

    /// Remembers a check.
    public static func insert(
        _ fix: PositionFix,
        isCounted: Bool,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            [
                .id(member), .real(fix.place.latitude), .real(fix.place.longitude),
                .flag(isCounted), .instant(fix.instant),
            ]
        )
    }

    private static let last = Statement(
        """
        SELECT latitude, longitude, checked_at_ms FROM location_checks
        WHERE member_id = $1 ORDER BY checked_at_ms DESC, number DESC LIMIT 1
        """
    )

    /// The newest check.
    public static func last(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> PositionFix? {
        try session.first(last, [.id(member)]) { row in
            let place = Coordinate(latitude: row.real(0), longitude: row.real(1))
            return PositionFix(place, at: row.instant(2))
        }
    }

    private static let counted = Statement(
        """
        SELECT COUNT(*) FROM (
            SELECT number FROM location_checks
            WHERE member_id = $1 AND checked_at_ms >= $2 AND checked_at_ms <= $3
                AND is_counted = 1
            LIMIT $4
        ) AS recent
        """
    )

    /// How many checks count in the window that ends now.
    ///
    /// - Returns: At most ``Limits/countedChecks``.
    public static func counted(
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> Int64 {
        let oldest = now.adding(milliseconds: -Limits.lingeringMilliseconds)
        let values: [Value] = [
            .id(member), .instant(oldest), .instant(now), .count(Limits.countedChecks),
        ]
        return try session.first(counted, values) { $0.integer(0) } ?? 0
    }

    /// Forgets checks that are kept no longer.
    public static let purge = Purge(
        of: "location_checks",
        by: "checked_at_ms",
        keptMilliseconds: Limits.checkKeptMilliseconds
    )
}
