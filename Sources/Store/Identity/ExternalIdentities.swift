public import Kernel
public import SQL

/// A member whom another issuer knows.
public struct ExternalIdentity: Sendable, Equatable {
    /// The member.
    public let member: ID<Entity.Member>
    /// The household.
    public let household: ID<Entity.Household>
    /// The role.
    public let role: Role
    /// The session that stands for all tokens of the issuer.
    public let session: ID<Entity.Session>

    /// Makes an identity.
    public init(
        member: ID<Entity.Member>,
        household: ID<Entity.Household>,
        role: Role,
        session: ID<Entity.Session>
    ) {
        self.member = member
        self.household = household
        self.role = role
        self.session = session
    }
}

/// Who members are to issuers besides us.
public enum ExternalIdentities {
    private static let selection = Statement(
        """
        SELECT m.id, m.household_id, m.role, e.session_id
        FROM external_identities e JOIN members m ON m.id = e.member_id
        WHERE e.issuer = $1 AND e.subject = $2
        """
    )

    /// Finds a member by what its issuer calls it, letter by letter.
    public static func find(
        issuer: String,
        subject: String,
        in session: any Session
    ) throws -> ExternalIdentity? {
        try session.first(selection, [.text(issuer), .text(subject)]) { row in
            ExternalIdentity(
                member: try row.id(0),
                household: try row.id(1),
                role: try Role(row, at: 2),
                session: try row.id(3)
            )
        }
    }

    private static let bySubject = Statement(
        """
        SELECT m.id FROM members m JOIN external_identities e ON e.member_id = m.id
        WHERE m.household_id = $1 AND m.removed_at_ms IS NULL AND e.subject = $2
        ORDER BY e.issuer LIMIT 1
        """
    )

    /// Finds a member of a household by what an issuer calls it, letter by letter.
    public static func member(
        of household: ID<Entity.Household>,
        subject: String,
        in session: any Session
    ) throws -> ID<Entity.Member>? {
        try session.first(bySubject, [.id(household), .text(subject)]) { try $0.id(0) }
    }

    private static let insertion = Statement(
        """
        INSERT INTO external_identities (issuer, subject, member_id, session_id, created_at_ms)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (issuer, subject) DO NOTHING
        """
    )

    /// Adds an identity of a member that has none.
    ///
    /// - Throws: `DatabaseError` `conflict` when somebody else added it at the same time.
    public static func insert(
        _ identity: ExternalIdentity,
        issuer: String,
        subject: String,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.changeOne(
            insertion,
            [
                .text(issuer), .text(subject), .id(identity.member), .id(identity.session),
                .instant(now),
            ],
            orConflict: "this subject was added by somebody else"
        )
    }

    private static let ending = Statement(
        """
        UPDATE sessions SET ended_at_ms = $2, end_reason = $3
        WHERE id = (SELECT session_id FROM external_identities WHERE member_id = $1)
            AND ended_at_ms IS NULL
        """
    )
    private static let removal = Statement("DELETE FROM external_identities WHERE member_id = $1")

    /// Unlinks a member from its issuer, whose next token founds a household of its own.
    ///
    /// The session that stands for the issuer's tokens ends with it: those that are known already
    /// are refused from the next request on.
    public static func remove(
        of member: ID<Entity.Member>,
        because reason: String,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(ending, [.id(member), .instant(now), .text(reason)])
        try session.run(removal, [.id(member)])
    }
}
