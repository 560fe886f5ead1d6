public import Kernel
public import SQL

extension Transfers {
    private static let moving = RowsStatement([.text, .bigint]) { rows in
        """
        UPDATE transfers SET chained_day = COALESCE(chained_day, day), day = v.column2
        FROM (VALUES \(rows)) AS v
        WHERE transfers.id = v.column1
        """
    }

    /// Moves transfers to other days of the household, because its time zone is another one; their
    /// links keep the days that they hold.
    public static func move(
        _ transfers: [(id: ID<Entity.Transfer>, day: CivilDay)],
        in session: any Session
    ) throws {
        try session.run(moving, transfers.map { [.id($0.id), .day($0.day)] })
    }
}
