public import Kernel
public import SQL

/// How many belong to a household.
public struct FamilyCounts: Sendable, Equatable {
    /// Parents and children.
    public let members: Int64
    /// Children.
    public let children: Int64
}

/// Those who belong to a household now.
extension Members {
    private static let present = Statement(
        """
        \(columns) WHERE household_id = $1 AND removed_at_ms IS NULL
        ORDER BY CASE WHEN role = 'Parent' THEN 0 ELSE 1 END, created_at_ms, id LIMIT $2
        """
    )

    /// Those who belong to a household: parents before children, each in the order in which they
    /// joined.
    public static func present(
        in household: ID<Entity.Household>,
        session: any Session
    ) throws -> [MemberRecord] {
        try session.rows(present, [.id(household), .count(Limits.walkRows)], decode)
    }

    private static let founder = Statement(
        """
        SELECT id FROM members
        WHERE household_id = $1 AND removed_at_ms IS NULL AND role = 'Parent'
        ORDER BY number LIMIT 1
        """
    )

    /// Who founded a household, or the parent longest in it since that one was deleted: whom nobody
    /// can take out of it.
    public static func founder(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> ID<Entity.Member>? {
        try session.first(founder, [.id(household)]) { try $0.id(0) }
    }

    private static let parentIDs = Statement(
        """
        SELECT id FROM members
        WHERE household_id = $1 AND removed_at_ms IS NULL AND role = 'Parent'
        ORDER BY number LIMIT $2
        """
    )

    /// The parents of a household, in the order in which they joined.
    public static func parents(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [ID<Entity.Member>] {
        try session.rows(parentIDs, [.id(household), .count(Limits.walkRows)]) { try $0.id(0) }
    }

    private static let counting = Statement(
        """
        SELECT COUNT(*), COUNT(CASE WHEN role = 'Child' THEN 1 END) FROM members
        WHERE household_id = $1 AND removed_at_ms IS NULL
        """
    )

    /// How many belong to a household.
    public static func counts(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> FamilyCounts {
        try session.first(counting, [.id(household)]) { row in
            FamilyCounts(members: row.integer(0), children: row.integer(1))
        } ?? FamilyCounts(members: 0, children: 0)
    }

    private static let naming = Statement(
        "UPDATE members SET first_name = $2, last_name = $3 WHERE id = $1"
    )

    /// Gives a member another name.
    public static func rename(
        _ id: ID<Entity.Member>,
        _ firstName: String,
        _ lastName: String,
        in session: any Session
    ) throws {
        try session.run(naming, [.id(id), .text(firstName), .text(lastName)])
    }

    private static let leaving = """
        email = $2, password_hash = NULL, is_active = 0, removed_at_ms = $3
        WHERE id = $1 AND removed_at_ms IS NULL
        """
    private static let departure = Statement("UPDATE members SET \(leaving)")
    private static let removal = Statement(
        "UPDATE members SET first_name = NULL, last_name = NULL, \(leaving)"
    )

    /// Takes a member out of its household; its row stays, because the household's records say who
    /// made them.
    ///
    /// - Parameters:
    ///   - id: The member.
    ///   - email: The address that stands in for its own, which is free from now on.
    ///   - keepsName: Whether the row keeps the member's name.
    ///   - now: When.
    ///   - session: The transaction.
    /// - Throws: `DatabaseError`.
    public static func remove(
        _ id: ID<Entity.Member>,
        leaving email: String,
        keepsName: Bool,
        now: Timestamp,
        in session: any Session
    ) throws {
        let values: [Value] = [.id(id), .text(email), .instant(now)]
        let changed = try session.run(keepsName ? departure : removal, values)
        precondition(changed == 1, "a member that was read is still there")
    }
}
