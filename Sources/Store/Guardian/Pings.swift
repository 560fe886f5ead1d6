public import Guardian
public import Kernel
public import SQL

/// The positions members told.
public enum Pings {
    private static let insertion = Statement(
        """
        INSERT INTO pings (member_id, latitude, longitude, accuracy_m, taken_at_ms)
        VALUES ($1, $2, $3, $4, $5)
        """
    )

    /// Takes a position.
    public static func insert(
        _ place: Coordinate,
        accuracyMetres: Double?,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            [
                .id(member), .real(place.latitude), .real(place.longitude),
                accuracyMetres.map { .real($0) } ?? .null, .instant(now),
            ]
        )
    }

    /// Forgets positions that are kept no longer.
    public static let purge = Purge(
        of: "pings",
        by: "taken_at_ms",
        keptMilliseconds: Limits.pingKeptMilliseconds
    )
}
