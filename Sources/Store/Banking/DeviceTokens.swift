public import Kernel
public import SQL

/// By what push services find members' devices: one of each member.
///
/// Whoever registers a token has it, and nobody else: a device that changed hands tells its new
/// owner nothing of the former one.
public enum DeviceTokens {
    private static let selection = Statement(
        "SELECT token FROM device_tokens WHERE member_id = $1"
    )

    /// The member's token.
    public static func find(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> String? {
        try session.first(selection, [.id(member)]) { $0.text(0) }
    }

    private static let leaving = Statement(
        "DELETE FROM device_tokens WHERE token = $1 AND member_id <> $2"
    )
    private static let upsert = Statement(
        """
        INSERT INTO device_tokens (member_id, token, registered_at_ms) VALUES ($1, $2, $3)
        ON CONFLICT (member_id) DO UPDATE SET
            token = excluded.token, registered_at_ms = excluded.registered_at_ms
        """
    )

    /// Gives a token to a member, in place of the member's former one; another member who had it
    /// has none from then on.
    public static func register(
        _ token: String,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(leaving, [.text(token), .id(member)])
        try session.run(upsert, [.id(member), .text(token), .instant(now)])
    }

    private static let removal = Statement(
        """
        DELETE FROM device_tokens
        WHERE member_id = $1 AND token = $2 AND registered_at_ms <= $3
        """
    )

    /// Takes a token from a member, if it still is the member's and was not registered anew since.
    ///
    /// - Parameters:
    ///   - token: The token that a push service calls gone.
    ///   - member: Whose it was when it was tried.
    ///   - instant: When the service noticed, or when it was tried.
    ///   - session: The transaction.
    /// - Returns: Whether it was there.
    /// - Throws: `DatabaseError`.
    @discardableResult
    public static func remove(
        _ token: String,
        of member: ID<Entity.Member>,
        registeredUntil instant: Timestamp,
        in session: any Session
    ) throws -> Bool {
        try session.run(removal, [.id(member), .text(token), .instant(instant)]) > 0
    }

    private static let removalOfMember = Statement(
        "DELETE FROM device_tokens WHERE member_id = $1"
    )

    /// Takes away the token of a member, whatever it is.
    public static func remove(of member: ID<Entity.Member>, in session: any Session) throws {
        try session.run(removalOfMember, [.id(member)])
    }
}
