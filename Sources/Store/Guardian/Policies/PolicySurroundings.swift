import Allowance
public import Guardian
public import Kernel
public import SQL

/// What policies ask of a household beside its purchases: where its geofences are, and what its
/// goals lack.
///
/// All of one household and nothing of another: an id from elsewhere is as one that is gone.
public enum PolicySurroundings {
    private static let position = Statement(
        """
        SELECT latitude, longitude FROM pings
        WHERE member_id = $1 AND taken_at_ms >= $2 AND taken_at_ms <= $3
        ORDER BY taken_at_ms DESC, number DESC LIMIT 1
        """
    )

    /// The newest position of a member that is not too old.
    public static func position(
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> Coordinate? {
        let first = now.adding(milliseconds: -Limits.pingMilliseconds)
        return try session.first(position, [.id(member), .instant(first), .instant(now)]) { row in
            Coordinate(latitude: row.real(0), longitude: row.real(1))
        }
    }

    private static let centres = Statement(
        """
        SELECT g.number, g.latitude, g.longitude
        FROM members m JOIN geofences g ON g.member_id = m.id
        WHERE m.household_id = $1 AND m.removed_at_ms IS NULL
        """
    )

    /// The middles of geofences, as far as the household has them.
    ///
    /// - Complexity: O(geofences of the household), of which there is a bounded number.
    public static func centres(
        of fences: [Serial<Entity.Geofence>],
        in household: ID<Entity.Household>,
        session: any Session
    ) throws -> [Serial<Entity.Geofence>: Coordinate] {
        guard !fences.isEmpty else { return [:] }
        let asked = Set(fences)
        let found = try session.rows(centres, [.id(household)]) { row in
            (row.serial(0) as Serial<Entity.Geofence>, row.real(1), row.real(2))
        }
        return found.reduce(into: [:]) { centres, fence in
            guard asked.contains(fence.0) else { return }
            centres[fence.0] = Coordinate(latitude: fence.1, longitude: fence.2)
        }
    }

    private static let goals = Statement(
        """
        SELECT g.id, g.child_id, g.target_minor,
            CAST(COALESCE(a.posted_credit_minor - a.posted_debit_minor, 0) AS BIGINT)
        FROM members m JOIN children c ON c.member_id = m.id JOIN goals g ON g.child_id = c.id
        LEFT JOIN jars j ON j.child_id = c.id AND j.kind = 'save'
        LEFT JOIN accounts a ON a.id = j.account_id
        WHERE m.household_id = $1 AND m.removed_at_ms IS NULL
        ORDER BY g.number
        """
    )

    private struct Goal {
        let id: ID<Entity.Goal>
        let child: ID<Entity.Child>
        let targetMinor: Int64
        let savedMinor: Int64
    }

    /// What goals lack in minor units, as far as the household has them.
    ///
    /// What a child saved fills its goals in their order.
    ///
    /// - Complexity: O(goals of the household), of which there is a bounded number.
    public static func lacks(
        of goals: [ID<Entity.Goal>],
        in household: ID<Entity.Household>,
        session: any Session
    ) throws -> [ID<Entity.Goal>: Int64] {
        guard !goals.isEmpty else { return [:] }
        let asked = Set(goals)
        let found = try session.rows(Self.goals, [.id(household)]) { row in
            Goal(
                id: try row.id(0),
                child: try row.id(1),
                targetMinor: row.integer(2),
                savedMinor: row.integer(3)
            )
        }
        var lacks: [ID<Entity.Goal>: Int64] = [:]
        for ofChild in Dictionary(grouping: found, by: \.child).values {
            let saved = ofChild.first?.savedMinor ?? 0
            let parts = GoalProgress.spread(saved, over: ofChild.map(\.targetMinor))
            for (goal, part) in zip(ofChild, parts) where asked.contains(goal.id) {
                lacks[goal.id] = goal.targetMinor - part
            }
        }
        return lacks
    }
}
