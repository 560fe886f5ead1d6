public import Kernel
public import SQL

/// The recovery codes of second factors, by hash.
public enum RecoveryCodes {
    private static let insertion = Statement(
        "INSERT INTO recovery_codes (member_id, hash) VALUES ($1, $2)"
    )

    /// Keeps codes in place of those that a member had.
    public static func replace(
        of member: ID<Entity.Member>,
        with hashes: [String],
        in session: any Session
    ) throws {
        try remove(of: member, in: session)
        for hash in hashes { try session.run(insertion, [.id(member), .text(hash)]) }
    }

    private static let spending = Statement(
        """
        UPDATE recovery_codes SET used_at_ms = $3
        WHERE member_id = $1 AND hash = $2 AND used_at_ms IS NULL
        """
    )

    /// Uses a code.
    ///
    /// - Returns: Whether it did; not when it was used before, or is none of the member's.
    public static func spend(
        hash: String,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> Bool {
        try session.run(spending, [.id(member), .text(hash), .instant(now)]) == 1
    }

    private static let counting = Statement(
        "SELECT COUNT(*) FROM recovery_codes WHERE member_id = $1 AND used_at_ms IS NULL"
    )

    /// How many codes a member has left.
    public static func countLeft(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Int64 {
        try session.first(counting, [.id(member)]) { $0.integer(0) } ?? 0
    }

    private static let removing = Statement("DELETE FROM recovery_codes WHERE member_id = $1")

    /// Forgets the codes of a member.
    static func remove(of member: ID<Entity.Member>, in session: any Session) throws {
        try session.run(removing, [.id(member)])
    }
}
