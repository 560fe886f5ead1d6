public import Kernel
public import SQL

/// A passkey as it is stored.
public struct PasskeyRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Passkey>
    /// The id its authenticator gave it, in base64url.
    public let credentialID: String
    /// Whose it is.
    public let member: ID<Entity.Member>
    /// The public key in COSE, in base64url.
    public let publicKey: String
    /// The key's algorithm by its COSE number.
    public let algorithm: Int64
    /// How often it signed, as it says; 0 where it does not count.
    public let signCount: Int64
    /// What its owner calls it.
    public let name: String
    /// When it was added.
    public let createdAt: Timestamp
    /// When it was last used; `nil` before the first time.
    public let lastUsedAt: Timestamp?

    /// Makes a record.
    public init(
        id: ID<Entity.Passkey>,
        credentialID: String,
        member: ID<Entity.Member>,
        publicKey: String,
        algorithm: Int64,
        signCount: Int64,
        name: String,
        createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil
    ) {
        self.id = id
        self.credentialID = credentialID
        self.member = member
        self.publicKey = publicKey
        self.algorithm = algorithm
        self.signCount = signCount
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}

/// The passkeys of all members.
public enum Passkeys {
    private static let insertion = Statement(
        """
        INSERT INTO passkeys
            (id, credential_id, member_id, public_key, algorithm, sign_count, name, created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (credential_id) DO NOTHING
        """
    )

    /// Adds a passkey that was not used yet.
    ///
    /// - Returns: Whether its credential was new.
    public static func insert(_ record: PasskeyRecord, in session: any Session) throws -> Bool {
        let values: [Value] = [
            .id(record.id), .text(record.credentialID), .id(record.member),
            .text(record.publicKey), .integer(record.algorithm), .integer(record.signCount),
            .text(record.name), .instant(record.createdAt),
        ]
        return try session.run(insertion, values) == 1
    }

    private static let columns = """
        SELECT id, credential_id, member_id, public_key, algorithm, sign_count, name,
            created_at_ms, last_used_at_ms
        FROM passkeys
        """
    private static let byID = Statement("\(columns) WHERE id = $1 AND member_id = $2")
    private static let byCredential = Statement("\(columns) WHERE credential_id = $1")
    private static let byMember = Statement(
        "\(columns) WHERE member_id = $1 ORDER BY number LIMIT $2"
    )

    /// Finds a passkey of a member.
    public static func find(
        _ id: ID<Entity.Passkey>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> PasskeyRecord? {
        try session.first(byID, [.id(id), .id(member)], decode)
    }

    /// Finds a passkey by the id its authenticator gave it, in base64url.
    public static func find(
        credentialID: String,
        in session: any Session
    ) throws -> PasskeyRecord? {
        try session.first(byCredential, [.text(credentialID)], decode)
    }

    /// The passkeys of a member, oldest first.
    public static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [PasskeyRecord] {
        try session.rows(byMember, [.id(member), .count(Limits.passkeysPerMember)], decode)
    }

    private static let use = Statement(
        "UPDATE passkeys SET sign_count = $2, last_used_at_ms = $3 WHERE id = $1"
    )

    /// Keeps that a passkey was used, and how often it signed.
    public static func use(
        _ id: ID<Entity.Passkey>,
        signCount: Int64,
        now: Timestamp,
        in session: any Session
    ) throws {
        let changed = try session.run(use, [.id(id), .integer(signCount), .instant(now)])
        precondition(changed == 1, "a passkey that was read is still there")
    }

    private static let deletion = Statement("DELETE FROM passkeys WHERE id = $1")

    /// Takes a passkey away.
    public static func delete(_ id: ID<Entity.Passkey>, in session: any Session) throws {
        let changed = try session.run(deletion, [.id(id)])
        precondition(changed == 1, "a passkey that was read is still there")
    }

    private static func decode(_ row: any Row) throws -> PasskeyRecord {
        PasskeyRecord(
            id: try row.id(0),
            credentialID: row.text(1),
            member: try row.id(2),
            publicKey: row.text(3),
            algorithm: row.integer(4),
            signCount: row.integer(5),
            name: row.text(6),
            createdAt: row.instant(7),
            lastUsedAt: row.optionalInstant(8)
        )
    }

    private static let removal = Statement("DELETE FROM passkeys WHERE member_id = $1")

    /// Takes every passkey of a member away, for when somebody else may have added one.
    public static func removeAll(of member: ID<Entity.Member>, in session: any Session) throws {
        try session.run(removal, [.id(member)])
    }
}
