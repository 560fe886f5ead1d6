public import Kernel
public import SQL

/// The two roles of a household.
public enum Role: String, Sendable, CaseIterable {
    /// Sets limits and pays.
    case parent = "Parent"
    /// Has a wallet.
    case child = "Child"

    init(_ row: any Row, at column: Int) throws {
        self = try Self(rawValue: row.text(column)).orCorrupt("a member has an unknown role")
    }
}

/// A member as it is stored.
public struct MemberRecord: Sendable, Equatable {
    /// The integer id; 0 before the database gave one.
    public var number: Serial<Entity.Member>
    /// The id.
    public let id: ID<Entity.Member>
    /// The household.
    public let household: ID<Entity.Household>
    /// The role.
    public let role: Role
    /// The e-mail address, in lower case.
    public let email: String
    /// The first name, where given.
    public let firstName: String?
    /// The last name, where given.
    public let lastName: String?
    /// The Argon2id hash; `nil` for who signs in elsewhere.
    public let passwordHash: String?
    /// Whether the member may sign in.
    public let isActive: Bool
    /// When the member joined.
    public let createdAt: Timestamp

    /// Makes a record.
    public init(
        number: Serial<Entity.Member> = Serial(0),
        id: ID<Entity.Member>,
        household: ID<Entity.Household>,
        role: Role,
        email: String,
        firstName: String?,
        lastName: String?,
        passwordHash: String?,
        isActive: Bool = true,
        createdAt: Timestamp
    ) {
        self.number = number
        self.id = id
        self.household = household
        self.role = role
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
        self.passwordHash = passwordHash
        self.isActive = isActive
        self.createdAt = createdAt
    }
}

/// The members of all households.
///
/// Who was taken out of its family keeps its row, because the books name it, and is not found any
/// more.
public enum Members {
    private static let insertion = Statement(
        """
        INSERT INTO members
            (id, household_id, role, email, first_name, last_name, password_hash, is_active,
             created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (email) DO NOTHING RETURNING number
        """
    )

    /// Adds a member.
    ///
    /// - Returns: The integer id, or `nil` when the e-mail address is taken.
    public static func insert(
        _ member: MemberRecord,
        in session: any Session
    ) throws -> Serial<Entity.Member>? {
        let values: [Value] = [
            .id(member.id), .id(member.household), .text(member.role.rawValue),
            .text(member.email), .text(member.firstName), .text(member.lastName),
            .text(member.passwordHash), .flag(member.isActive), .instant(member.createdAt),
        ]
        return try session.first(insertion, values) { $0.serial(0) }
    }

    private static let byID = Statement("\(columns) WHERE id = $1 AND removed_at_ms IS NULL")
    private static let byEmail = Statement(
        "\(columns) WHERE email = $1 AND removed_at_ms IS NULL"
    )
    private static let byNumber = Statement(
        "\(columns) WHERE number = $1 AND removed_at_ms IS NULL"
    )
    private static let byHousehold = Statement(
        "\(columns) WHERE household_id = $1 ORDER BY number LIMIT $2"
    )
    private static let oldest = Statement("\(columns) ORDER BY number LIMIT $1")
    static let columns = """
        SELECT number, id, household_id, role, email, first_name, last_name, password_hash,
            is_active, created_at_ms
        FROM members
        """

    /// Finds a member by id.
    public static func find(
        _ id: ID<Entity.Member>,
        in session: any Session
    ) throws -> MemberRecord? {
        try session.first(byID, [.id(id)], decode)
    }

    /// Finds a member by integer id.
    public static func find(
        number: Serial<Entity.Member>,
        in session: any Session
    ) throws -> MemberRecord? {
        try session.first(byNumber, [.integer(number.value)], decode)
    }

    /// Finds a member by e-mail address in lower case.
    public static func find(email: String, in session: any Session) throws -> MemberRecord? {
        try session.first(byEmail, [.text(email)], decode)
    }

    /// The members of a household, oldest first, with those who were taken out of it; for walking
    /// all of them.
    public static func list(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [MemberRecord] {
        let values: [Value] = [.id(household), .count(Limits.walkRows)]
        return try session.rows(byHousehold, values, decode)
    }

    /// The members of all households who joined first, with those who were taken out.
    public static func oldest(_ count: Int, in session: any Session) throws -> [MemberRecord] {
        try session.rows(oldest, [.count(count)], decode)
    }

    private static let activity = Statement("UPDATE members SET is_active = $2 WHERE id = $1")

    /// Lets a member sign in, or not any more.
    public static func setActive(
        _ isActive: Bool,
        _ id: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(activity, [.id(id), .flag(isActive)])
    }

    private static let password = Statement("UPDATE members SET password_hash = $2 WHERE id = $1")

    /// Replaces a member's password hash.
    public static func setPasswordHash(
        _ hash: String,
        _ id: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(password, [.id(id), .text(hash)])
    }

    static func decode(_ row: any Row) throws -> MemberRecord {
        MemberRecord(
            number: row.serial(0),
            id: try row.id(1),
            household: try row.id(2),
            role: try Role(row, at: 3),
            email: row.text(4),
            firstName: row.optionalText(5),
            lastName: row.optionalText(6),
            passwordHash: row.optionalText(7),
            isActive: row.flag(8),
            createdAt: row.instant(9)
        )
    }
}
