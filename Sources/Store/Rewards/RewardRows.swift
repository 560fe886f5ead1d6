import Kernel
import Rewards
import SQL

/// What cards earn.
enum RewardRows {
    private static let fields = "SELECT card_id, id, category, multiplier, point_type, is_active"
    private static let columns = "\(fields) FROM reward_rows"
    private static let ofMember = Statement(
        "\(columns) WHERE member_id = $1 ORDER BY card_id, place LIMIT $2"
    )

    /// What the cards of a member earn, by card.
    static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [ID<Entity.RewardCard>: [RewardRow]] {
        let most = Limits.cardsPerMember * Limits.rewardRowsPerCard
        let rows = try session.rows(ofMember, [.id(member), .count(most)]) { row in
            (card: try row.id(0, Entity.RewardCard.self), row: try decode(row))
        }
        return Dictionary(grouping: rows, by: \.card).mapValues { $0.map(\.row) }
    }

    private static let ofCard = Statement(
        "\(columns) WHERE member_id = $1 AND card_id = $2 ORDER BY place LIMIT $3"
    )

    /// What a card earns.
    static func list(
        of card: ID<Entity.RewardCard>,
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [RewardRow] {
        let values: [Value] = [.id(member), .id(card), .count(Limits.rewardRowsPerCard)]
        return try session.rows(ofCard, values, decode)
    }

    private static let ofCards = RowsStatement([.text], after: 1) { rows in
        """
        \(fields) FROM (VALUES \(rows)) AS v JOIN reward_rows ON card_id = v.column1
        WHERE member_id = $1 ORDER BY card_id, place
        """
    }

    /// What some cards of a member earn, by card.
    static func list(
        of cards: [ID<Entity.RewardCard>],
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [ID<Entity.RewardCard>: [RewardRow]] {
        let ids: [[Value]] = cards.map { [.id($0)] }
        let rows = try session.rows(ofCards, after: [.id(member)], ids) { row in
            (card: try row.id(0, Entity.RewardCard.self), row: try decode(row))
        }
        return Dictionary(grouping: rows, by: \.card).mapValues { $0.map(\.row) }
    }

    private static let insertion = RowsStatement(
        [.text, .text, .bigint, .text, .text, .bigint, .text, .bigint]
    ) { rows in
        """
        INSERT INTO reward_rows
            (member_id, card_id, place, id, category, multiplier, point_type, is_active)
        VALUES \(rows)
        """
    }

    /// Gives a card what it earns, in this order.
    static func insert(
        _ rows: [RewardRow],
        of card: ID<Entity.RewardCard>,
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            rows.enumerated().map { place, row in
                [
                    .id(member), .id(card), .count(place), .id(row.id),
                    .text(row.category.rawValue), .integer(row.multiplier.hundredths),
                    .text(row.pointType.rawValue), .flag(row.isActive),
                ]
            }
        )
    }

    private static let deletion = Statement(
        "DELETE FROM reward_rows WHERE member_id = $1 AND card_id = $2"
    )

    /// Takes away what a card earns.
    static func delete(
        of card: ID<Entity.RewardCard>,
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(deletion, [.id(member), .id(card)])
    }

    private static func decode(_ row: any Row) throws -> RewardRow {
        RewardRow(
            id: try row.id(1),
            category: try RewardsCategory.stored(row.text(2)),
            multiplier: Multiplier(hundredths: row.integer(3)),
            pointType: try PointType.stored(row.text(4)),
            isActive: row.flag(5)
        )
    }
}
