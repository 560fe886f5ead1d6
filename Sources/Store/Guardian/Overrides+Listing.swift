public import Kernel
public import SQL

/// An override as its list shows it.
public struct ListedOverride: Sendable, Equatable {
    /// When it was given.
    public let createdAt: Timestamp
    /// The merchant as it was written.
    public let merchant: String
    /// The exact amount, in minor units.
    public let amountMinor: Int64
    /// Whether a purchase used it up.
    public let isUsed: Bool
}

extension Overrides {
    private static let newest = Statement(
        """
        SELECT created_at_ms, merchant, amount_minor,
            CASE WHEN used_by IS NULL AND used_by_charge IS NULL THEN 0 ELSE 1 END
        FROM overrides WHERE member_id = $1 AND created_at_ms >= $2
        ORDER BY created_at_ms DESC, number DESC LIMIT $3
        """
    )

    /// A member's newest overrides from an instant on, newest first.
    ///
    /// - Returns: At most ``Limits/overridesListed``.
    public static func newest(
        of member: ID<Entity.Member>,
        from start: Timestamp,
        in session: any Session
    ) throws -> [ListedOverride] {
        let values: [Value] = [.id(member), .instant(start), .count(Limits.overridesListed)]
        return try session.rows(newest, values) { row in
            ListedOverride(
                createdAt: row.instant(0),
                merchant: row.text(1),
                amountMinor: row.integer(2),
                isUsed: row.flag(3)
            )
        }
    }
}
