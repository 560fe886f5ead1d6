public import Kernel
public import SQL

/// A child's profile as it is made.
public struct ChildRecord: Sendable, Equatable {
    /// The id of the profile.
    public let id: ID<Entity.Child>
    /// The child's sign-in.
    public let member: ID<Entity.Member>
    /// The child's wallet.
    public let wallet: ID<Entity.Account>
    /// What it is paid on each due day, in minor units.
    public let weeklyAllowanceMinor: Int64
    /// When the child joined.
    public let createdAt: Timestamp

    /// Makes a record.
    public init(
        id: ID<Entity.Child>,
        member: ID<Entity.Member>,
        wallet: ID<Entity.Account>,
        weeklyAllowanceMinor: Int64,
        createdAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.wallet = wallet
        self.weeklyAllowanceMinor = weeklyAllowanceMinor
        self.createdAt = createdAt
    }
}

/// The children's profiles.
///
/// A child who was taken out of its family is not found any more.
public enum Children {
    private static let insertion = Statement(
        """
        INSERT INTO children (id, member_id, wallet_id, weekly_allowance_minor, created_at_ms)
        VALUES ($1, $2, $3, $4, $5)
        """
    )

    /// Adds a profile.
    public static func insert(_ child: ChildRecord, in session: any Session) throws {
        try session.run(
            insertion,
            [
                .id(child.id), .id(child.member), .id(child.wallet),
                .integer(child.weeklyAllowanceMinor), .instant(child.createdAt),
            ]
        )
    }

    private static let byID = Statement(
        "\(ChildProfile.columns) WHERE c.id = $1 AND m.household_id = $2"
    )
    private static let byMember = Statement("\(ChildProfile.columns) WHERE c.member_id = $1")
    private static let byHousehold = Statement(
        """
        \(ChildProfile.columns) WHERE m.household_id = $1
        ORDER BY c.created_at_ms, c.id LIMIT $2
        """
    )

    /// Finds a child of a household.
    public static func find(
        _ id: ID<Entity.Child>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> ChildProfile? {
        try session.first(byID, [.id(id), .id(household)], ChildProfile.decode)
    }

    private static let byIDs = RowsStatement([.text], after: 1) { rows in
        """
        \(ChildProfile.fields) FROM (VALUES \(rows)) AS v JOIN children c ON c.id = v.column1
        \(ChildProfile.tables) WHERE m.household_id = $1
        """
    }

    /// Children of a household by their ids, in any order.
    public static func list(
        _ ids: [ID<Entity.Child>],
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [ChildProfile] {
        let rows: [[Value]] = ids.map { [.id($0)] }
        return try session.rows(byIDs, after: [.id(household)], rows, ChildProfile.decode)
    }

    /// Finds the profile of a member who is a child.
    public static func find(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> ChildProfile? {
        try session.first(byMember, [.id(member)], ChildProfile.decode)
    }

    /// The children of a household, oldest first.
    public static func list(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [ChildProfile] {
        let values: [Value] = [.id(household), .count(Limits.walkRows)]
        return try session.rows(byHousehold, values, ChildProfile.decode)
    }
}
