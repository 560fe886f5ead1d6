public import Kernel
public import Rewards
public import SQL

/// Which marks of cards' limits members were told of.
public enum RewardAlerts {
    private static let selection = Statement(
        """
        SELECT reset_at_ms, mark FROM reward_alerts
        WHERE member_id = $1 AND card_id = $2 AND category = $3
        """
    )

    /// The highest mark that was told of a limit in the period that it is in.
    public static func told(
        of limit: SpendingLimit,
        on card: ID<Entity.RewardCard>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> LimitMark? {
        let values: [Value] = [.id(member), .id(card), .text(limit.category.rawValue)]
        let found = try session.first(selection, values) { row in
            (period: row.instant(0), mark: row.integer(1))
        }
        guard let found, found.period == limit.resetDate else { return nil }
        return try LimitMark(rawValue: found.mark).orCorrupt("a mark of a limit is unknown")
    }

    private static let upsert = Statement(
        """
        INSERT INTO reward_alerts (member_id, card_id, category, reset_at_ms, mark)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (member_id, card_id, category) DO UPDATE SET
            reset_at_ms = excluded.reset_at_ms, mark = excluded.mark
        """
    )

    /// Remembers that a mark of a limit was told in the period that it is in.
    public static func set(
        _ mark: LimitMark,
        of limit: SpendingLimit,
        on card: ID<Entity.RewardCard>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(
            upsert,
            [
                .id(member), .id(card), .text(limit.category.rawValue), .instant(limit.resetDate),
                .integer(mark.rawValue),
            ]
        )
    }

    private static let deletion = Statement(
        "DELETE FROM reward_alerts WHERE member_id = $1 AND card_id = $2"
    )

    /// Forgets what was told of a card.
    static func delete(
        of card: ID<Entity.RewardCard>,
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(deletion, [.id(member), .id(card)])
    }
}
