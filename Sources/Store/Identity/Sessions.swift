public import Kernel
public import Ledger
public import SQL

/// What an operation needs to know of its caller, read in its own transaction.
///
/// One row: whether the session lives and who its member is, so that an ended session is refused
/// from the next request on in every process, and the household's time, money and end of chain.
public struct Membership: Sendable, Equatable {
    /// The member.
    public let member: ID<Entity.Member>
    /// The role.
    public let role: Role
    /// The household's time zone.
    public let zone: Zone
    /// The household's currency.
    public let currency: Currency
    /// Where the household's chain ends.
    public var head: ChainHead
    /// The position of the last change of a policy that is asked, live or in shadow; 0 where none
    /// is.
    public var policiesVersion: Int64 = 0

    /// The household.
    public var household: ID<Entity.Household> { head.household }
}

extension Membership {
    /// The membership of somebody who need not be signed in.
    ///
    /// - Throws: `DatabaseError` `corrupt` when the household has no time zone that is known.
    public init(_ member: MemberRecord, _ head: ChainHead, in session: any Session) throws {
        let household = try Households.named(member.household, in: session)
        self.init(
            member: member.id,
            role: member.role,
            zone: try Zone.named(household.timeZone).orCorrupt("a time zone is unknown"),
            currency: household.currency,
            head: head,
            policiesVersion: household.policiesVersion
        )
    }
}

/// The sign-ins.
public enum Sessions {
    private static let insertion = Statement(
        """
        INSERT INTO sessions
            (id, member_id, created_at_ms, origin, client_id, scope, ends_at_ms,
             authenticated_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """
    )

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - member: Whose it is.
    ///   - origin: What begins it.
    ///   - client: The OAuth client it is for.
    ///   - scope: What the client was granted, words with a space between.
    ///   - end: When it ends at the latest, where that is its own.
    ///   - authenticatedAt: When another issuer saw the member, as far as it told.
    ///   - now: When it begins.
    ///   - session: The transaction.
    /// - Throws: `DatabaseError`.
    public static func insert(
        _ id: ID<Entity.Session>,
        of member: ID<Entity.Member>,
        origin: SessionOrigin = .password,
        client: String? = nil,
        scope: String? = nil,
        until end: Timestamp? = nil,
        authenticatedAt: Timestamp? = nil,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            [
                .id(id), .id(member), .instant(now), .text(origin.rawValue), .text(client),
                .text(scope), .instant(end), .instant(authenticatedAt),
            ]
        )
    }

    private static let membership = Statement(
        """
        SELECT m.id, m.role, h.id, h.time_zone, h.currency, h.chain_sequence, h.chain_hash,
            h.policies_version
        FROM sessions s
        JOIN members m ON m.id = s.member_id
        JOIN households h ON h.id = m.household_id
        WHERE s.id = $1 AND s.ended_at_ms IS NULL AND m.is_active = 1
        """
    )

    /// The membership of a live session's member; `nil` when the session ended or never was.
    public static func membership(
        of id: ID<Entity.Session>,
        in session: any Session
    ) throws -> Membership? {
        try session.first(membership, [.id(id)]) { row in
            guard let role = Role(rawValue: row.text(1)), let zone = Zone.named(row.text(3)),
                let currency = Currency(code: row.text(4))
            else { throw DatabaseError(.corrupt, "a role, time zone or currency is unknown") }
            return Membership(
                member: try row.id(0),
                role: role,
                zone: zone,
                currency: currency,
                head: ChainHead(
                    household: try row.id(2),
                    sequence: row.integer(5),
                    hash: row.text(6)
                ),
                policiesVersion: row.integer(7)
            )
        }
    }

    private static let ending = Statement(
        """
        UPDATE sessions SET ended_at_ms = $2, end_reason = $3
        WHERE id = $1 AND ended_at_ms IS NULL
        """
    )

    /// Ends a session; its tokens are worth nothing from then on.
    public static func end(
        _ id: ID<Entity.Session>,
        because reason: String,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(ending, [.id(id), .instant(now), .text(reason)])
    }

    private static let endingAll = Statement(
        """
        UPDATE sessions SET ended_at_ms = $2, end_reason = $3
        WHERE member_id = $1 AND id <> $4 AND ended_at_ms IS NULL AND origin <> 'external'
        """
    )

    /// Ends every session of a member, or every one but one.
    ///
    /// What stands for the tokens of another issuer stays: only that issuer ends those, and who is
    /// locked out is refused whatever the session.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public static func endAll(
        of member: ID<Entity.Member>,
        but id: ID<Entity.Session>? = nil,
        because reason: String,
        now: Timestamp,
        in session: any Session
    ) throws -> Int {
        let values: [Value] = [.id(member), .instant(now), .text(reason), .text(id?.text ?? "")]
        return try session.run(endingAll, values)
    }
}
