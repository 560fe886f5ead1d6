import Kernel
import Rewards
import SQL

/// Up to what amounts cards earn their rates.
enum RewardLimits {
    private static let fields = """
        SELECT card_id, id, category, limit_minor, entered_minor, posted_minor, reset_at_ms,
            reset_type, reset_day
        """
    private static let columns = "\(fields) FROM reward_limits"
    private static let ofMember = Statement(
        "\(columns) WHERE member_id = $1 ORDER BY card_id, place LIMIT $2"
    )

    /// The limits of a member's cards, by card.
    static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [ID<Entity.RewardCard>: [SpendingLimit]] {
        let most = Limits.cardsPerMember * Limits.spendingLimitsPerCard
        let limits = try session.rows(ofMember, [.id(member), .count(most)]) { row in
            (card: try row.id(0, Entity.RewardCard.self), limit: try decode(row))
        }
        return Dictionary(grouping: limits, by: \.card).mapValues { $0.map(\.limit) }
    }

    private static let ofCard = Statement(
        "\(columns) WHERE member_id = $1 AND card_id = $2 ORDER BY place LIMIT $3"
    )

    /// The limits of a card.
    static func list(
        of card: ID<Entity.RewardCard>,
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [SpendingLimit] {
        let values: [Value] = [.id(member), .id(card), .count(Limits.spendingLimitsPerCard)]
        return try session.rows(ofCard, values, decode)
    }

    private static let ofCards = RowsStatement([.text], after: 1) { rows in
        """
        \(fields) FROM (VALUES \(rows)) AS v JOIN reward_limits ON card_id = v.column1
        WHERE member_id = $1 ORDER BY card_id, place
        """
    }

    /// The limits of some cards of a member, by card.
    static func list(
        of cards: [ID<Entity.RewardCard>],
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [ID<Entity.RewardCard>: [SpendingLimit]] {
        let ids: [[Value]] = cards.map { [.id($0)] }
        let limits = try session.rows(ofCards, after: [.id(member)], ids) { row in
            (card: try row.id(0, Entity.RewardCard.self), limit: try decode(row))
        }
        return Dictionary(grouping: limits, by: \.card).mapValues { $0.map(\.limit) }
    }

    private static let insertion = RowsStatement(
        [.text, .text, .bigint, .text, .text] + Array(repeating: .bigint, count: 4)
            + [.text, .bigint]
    ) { rows in
        """
        INSERT INTO reward_limits
            (member_id, card_id, place, id, category, limit_minor, entered_minor, posted_minor,
             reset_at_ms, reset_type, reset_day)
        VALUES \(rows)
        """
    }

    /// Gives a card its limits, in this order.
    static func insert(
        _ limits: [SpendingLimit],
        of card: ID<Entity.RewardCard>,
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            limits.enumerated().map { place, limit in
                [
                    .id(member), .id(card), .count(place), .id(limit.id),
                    .text(limit.category.rawValue), .integer(limit.limitCents),
                    .integer(limit.enteredCents), .integer(limit.postedCents),
                    .instant(limit.resetDate), .text(limit.resetType.rawValue),
                    .count(limit.resetDay),
                ]
            }
        )
    }

    private static let deletion = Statement(
        "DELETE FROM reward_limits WHERE member_id = $1 AND card_id = $2"
    )

    /// Takes away the limits of a card.
    static func delete(
        of card: ID<Entity.RewardCard>,
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(deletion, [.id(member), .id(card)])
    }

    private static func decode(_ row: any Row) throws -> SpendingLimit {
        SpendingLimit(
            id: try row.id(1),
            category: try RewardsCategory.stored(row.text(2)),
            limitCents: row.integer(3),
            enteredCents: row.integer(4),
            postedCents: row.integer(5),
            resetDate: row.instant(6),
            resetType: try ResetType.stored(row.text(7)),
            resetDay: Int(row.integer(8))
        )
    }
}
