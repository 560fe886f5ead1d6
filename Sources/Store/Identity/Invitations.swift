public import Kernel
public import SQL

/// An invitation of a second parent as it is stored: never its code.
public struct InvitationRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Invitation>
    /// The household that it is to.
    public let household: ID<Entity.Household>
    /// The e-mail address that is invited, in lower case.
    public let email: String
    /// The parent who invites.
    public let createdBy: ID<Entity.Member>
    /// When it was made.
    public let createdAt: Timestamp
    /// When it ends.
    public let expiresAt: Timestamp

    /// Makes a record.
    public init(
        id: ID<Entity.Invitation>,
        household: ID<Entity.Household>,
        email: String,
        createdBy: ID<Entity.Member>,
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.household = household
        self.email = email
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// The invitations of all households, by the hash of their code.
///
/// One is open until it was accepted, was withdrawn or ended.
public enum Invitations {
    private static let insertion = Statement(
        """
        INSERT INTO invitations
            (id, hash, household_id, email, created_by, created_at_ms, expires_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """
    )

    /// Adds an open invitation.
    public static func insert(
        _ invitation: InvitationRecord,
        hash: String,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            [
                .id(invitation.id), .text(hash), .id(invitation.household),
                .text(invitation.email), .id(invitation.createdBy),
                .instant(invitation.createdAt), .instant(invitation.expiresAt),
            ]
        )
    }

    // With `accepted_by IS NULL` SQLite would look through the open ones of every household.
    private static let byHousehold = Statement(
        """
        SELECT id, household_id, email, created_by, created_at_ms, expires_at_ms FROM invitations
        WHERE household_id = $1 AND expires_at_ms > $2
            AND withdrawn_at_ms IS NULL AND COALESCE(accepted_by, '') = ''
        ORDER BY number DESC LIMIT $3
        """
    )

    /// The open invitations of a household, newest first.
    public static func open(
        of household: ID<Entity.Household>,
        now: Timestamp,
        in session: any Session
    ) throws -> [InvitationRecord] {
        let values: [Value] = [.id(household), .instant(now), .count(Limits.openInvitations)]
        return try session.rows(byHousehold, values, decode)
    }

    private static let byHash = Statement(
        """
        SELECT i.id, i.household_id, i.email, i.created_by, i.created_at_ms, i.expires_at_ms
        FROM invitations i JOIN members m ON m.id = i.created_by
        WHERE i.hash = $1 AND i.expires_at_ms > $2
            AND i.withdrawn_at_ms IS NULL AND i.accepted_by IS NULL AND m.is_active = 1
        """
    )

    /// Finds an open invitation by the hash of its code; none of a parent who is locked out.
    public static func find(
        hash: String,
        now: Timestamp,
        in session: any Session
    ) throws -> InvitationRecord? {
        try session.first(byHash, [.text(hash), .instant(now)], decode)
    }

    private static let acceptance = Statement(
        """
        UPDATE invitations SET accepted_by = $2
        WHERE id = $1 AND withdrawn_at_ms IS NULL AND accepted_by IS NULL
        """
    )

    /// Notes who accepted an open invitation.
    ///
    /// - Throws: `DatabaseError` `conflict` when it is open no more.
    public static func accept(
        _ id: ID<Entity.Invitation>,
        by member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        let values: [Value] = [.id(id), .id(member)]
        try session.changeOne(acceptance, values, orConflict: "an invitation is open no more")
    }

    private static let withdrawal = Statement(
        """
        UPDATE invitations SET withdrawn_at_ms = $3
        WHERE id = $1 AND household_id = $2 AND expires_at_ms > $3
            AND withdrawn_at_ms IS NULL AND accepted_by IS NULL
        """
    )

    /// Withdraws an open invitation of a household.
    ///
    /// - Returns: Whether there was one.
    public static func withdraw(
        _ id: ID<Entity.Invitation>,
        of household: ID<Entity.Household>,
        now: Timestamp,
        in session: any Session
    ) throws -> Bool {
        try session.run(withdrawal, [.id(id), .id(household), .instant(now)]) == 1
    }

    private static let withdrawalOfAll = Statement(
        """
        UPDATE invitations SET withdrawn_at_ms = $2
        WHERE created_by = $1 AND withdrawn_at_ms IS NULL AND COALESCE(accepted_by, '') = ''
            AND household_id = (SELECT household_id FROM members WHERE id = $1)
        """
    )

    /// Withdraws whatever a parent has open, for when somebody else may have made it.
    public static func withdrawAll(
        by member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(withdrawalOfAll, [.id(member), .instant(now)])
    }

    /// Forgets invitations that ended long ago, with the addresses in them.
    public static let purge = Purge(
        of: "invitations",
        by: "expires_at_ms",
        keptMilliseconds: Limits.invitationKeptMilliseconds
    )

    private static func decode(_ row: any Row) throws -> InvitationRecord {
        InvitationRecord(
            id: try row.id(0),
            household: try row.id(1),
            email: row.text(2),
            createdBy: try row.id(3),
            createdAt: row.instant(4),
            expiresAt: row.instant(5)
        )
    }
}
