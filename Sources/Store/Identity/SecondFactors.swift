public import Kernel
public import SQL

/// The second factor of a member as it is stored.
public struct SecondFactorRecord: Sendable, Equatable {
    /// The member.
    public let member: ID<Entity.Member>
    /// The secret, sealed with a key that is not in the database.
    public let sealedSecret: String
    /// When its first code was right; `nil` while it is not asked for yet.
    public let confirmedAt: Timestamp?
    /// The last step whose code was taken.
    public let lastStep: Int64?
}

/// The second factors, one per member at most.
public enum SecondFactors {
    private static let selection = Statement(
        """
        SELECT member_id, sealed_secret, confirmed_at_ms, last_step FROM totp_factors
        WHERE member_id = $1
        """
    )

    /// The second factor of a member, whether or not it is on.
    public static func find(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> SecondFactorRecord? {
        try session.first(selection, [.id(member)]) { row in
            SecondFactorRecord(
                member: try row.id(0),
                sealedSecret: row.text(1),
                confirmedAt: row.optionalInstant(2),
                lastStep: row.optionalInteger(3)
            )
        }
    }

    /// The second factor of a member that is on.
    public static func confirmed(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> SecondFactorRecord? {
        try find(of: member, in: session).flatMap { $0.confirmedAt == nil ? nil : $0 }
    }

    private static let beginning = Statement(
        """
        INSERT INTO totp_factors (member_id, sealed_secret, created_at_ms) VALUES ($1, $2, $3)
        ON CONFLICT (member_id) DO UPDATE
        SET sealed_secret = excluded.sealed_secret, created_at_ms = excluded.created_at_ms
        WHERE totp_factors.confirmed_at_ms IS NULL
        """
    )

    /// Keeps a new secret, in place of one that was never confirmed.
    ///
    /// - Returns: Whether it did; not when a second factor is on.
    public static func begin(
        _ sealedSecret: String,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> Bool {
        try session.run(beginning, [.id(member), .text(sealedSecret), .instant(now)]) == 1
    }

    private static let confirming = Statement(
        """
        UPDATE totp_factors SET confirmed_at_ms = $2, last_step = $3
        WHERE member_id = $1 AND confirmed_at_ms IS NULL
        """
    )

    /// Turns a second factor on, with the step of its first code.
    ///
    /// - Returns: Whether it did; not when it is on already, or there is none.
    public static func confirm(
        of member: ID<Entity.Member>,
        step: Int64,
        now: Timestamp,
        in session: any Session
    ) throws -> Bool {
        try session.run(confirming, [.id(member), .instant(now), .integer(step)]) == 1
    }

    private static let spending = Statement(
        """
        UPDATE totp_factors SET last_step = $2
        WHERE member_id = $1 AND confirmed_at_ms IS NOT NULL
            AND (last_step IS NULL OR last_step < $2)
        """
    )

    /// Takes the code of a step.
    ///
    /// - Returns: Whether it did; not when that step or a later one was taken before.
    public static func spend(
        step: Int64,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Bool {
        try session.run(spending, [.id(member), .integer(step)]) == 1
    }

    private static let withdrawing = Statement(
        "DELETE FROM totp_factors WHERE member_id = $1 AND confirmed_at_ms IS NULL"
    )

    /// Forgets a second factor that was begun and not turned on: who began it may be somebody else.
    public static func withdraw(of member: ID<Entity.Member>, in session: any Session) throws {
        try session.run(withdrawing, [.id(member)])
    }

    private static let removing = Statement(
        "DELETE FROM totp_factors WHERE member_id = $1 AND confirmed_at_ms IS NOT NULL"
    )

    /// Turns a second factor off, its recovery codes with it.
    ///
    /// - Returns: Whether it was on.
    @discardableResult
    public static func remove(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Bool {
        try RecoveryCodes.remove(of: member, in: session)
        return try session.run(removing, [.id(member)]) == 1
    }
}
