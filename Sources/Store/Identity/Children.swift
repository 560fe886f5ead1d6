public import Kernel
public import SQL

/// A child's profile as it is stored.
public struct ChildRecord: Sendable, Equatable {
    /// The id of the profile.
    public let id: ID<Entity.Child>
    /// The child's sign-in.
    public let member: ID<Entity.Member>
    /// The child's wallet.
    public let wallet: ID<Entity.Account>
    /// The weekly allowance in minor units.
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
}
