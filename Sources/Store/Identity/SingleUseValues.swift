public import Kernel
public import SQL

/// What may be used once, such as the challenge of a passkey, remembered until it ends by itself.
public enum SingleUseValues {
    private static let insertion = Statement(
        """
        INSERT INTO spent_values (hash, expires_at_ms) VALUES ($1, $2)
        ON CONFLICT (hash) DO NOTHING
        """
    )

    /// Uses a value, known by its hash.
    ///
    /// - Returns: Whether this was the first time.
    public static func spend(
        hash: String,
        until expiry: Timestamp,
        in session: any Session
    ) throws -> Bool {
        try session.run(insertion, [.text(hash), .instant(expiry)]) == 1
    }

    /// Forgets values that ended.
    public static let purge = Purge(of: "spent_values", key: "hash", by: "expires_at_ms", "<=")
}
