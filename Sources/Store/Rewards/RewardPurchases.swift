public import Kernel
public import Rewards
public import SQL

/// Purchases that were added to what is spent of cards' limits.
public enum RewardPurchases {
    private static let selection = RowsStatement([.text, .text, .text]) { rows in
        """
        SELECT p.entry_id, p.amount_minor, p.limit_id, p.limit_category, p.limit_reset_ms,
            p.bonus_category, p.bonus_quarter
        FROM (VALUES \(rows)) AS v JOIN reward_purchases p
            ON p.member_id = v.column1 AND p.card_id = v.column2 AND p.entry_id = v.column3
        """
    }

    /// Those of some entries that were added to a card.
    public static func find(
        _ entries: [ID<Entity.Entry>],
        on card: ID<Entity.RewardCard>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [ID<Entity.Entry>: PostedPurchase] {
        let keys: [[Value]] = entries.map { [.id(member), .id(card), .id($0)] }
        let found = try session.rows(selection, keys) { row in
            (try row.id(0, Entity.Entry.self), try decode(row))
        }
        return Dictionary(uniqueKeysWithValues: found)
    }

    private static let insertion = RowsStatement(
        [.text, .text, .text, .bigint, .text, .text, .bigint, .text, .bigint, .bigint]
    ) { rows in
        """
        INSERT INTO reward_purchases
            (member_id, card_id, entry_id, amount_minor, limit_id, limit_category, limit_reset_ms,
             bonus_category, bonus_quarter, posted_at_ms)
        VALUES \(rows)
        """
    }

    /// Records purchases that were added to a card.
    ///
    /// - Throws: `DatabaseError` `unique` when one was added before.
    public static func insert(
        _ purchases: [(entry: ID<Entity.Entry>, posted: PostedPurchase)],
        on card: ID<Entity.RewardCard>,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            purchases.map { entry, posted in
                [
                    .id(member), .id(card), .id(entry), .integer(posted.amountCents),
                    .id(posted.limit?.id), .text(posted.limit?.category.rawValue),
                    .instant(posted.limit?.resetDate), .text(posted.bonus?.category.rawValue),
                    .integer(posted.bonus?.quarter.number), .instant(now),
                ]
            }
        )
    }

    private static let change = Statement(
        """
        UPDATE reward_purchases SET amount_minor = $4
        WHERE member_id = $1 AND card_id = $2 AND entry_id = $3
        """
    )

    /// Sets what of a purchase counts.
    public static func set(
        _ amountCents: Int64,
        of entry: ID<Entity.Entry>,
        on card: ID<Entity.RewardCard>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(
            change,
            [.id(member), .id(card), .id(entry), .integer(amountCents)]
        )
    }

    private static let deletion = Statement(
        "DELETE FROM reward_purchases WHERE member_id = $1 AND card_id = $2"
    )

    /// Forgets what was added to a card.
    static func delete(
        of card: ID<Entity.RewardCard>,
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(deletion, [.id(member), .id(card)])
    }

    /// Forgets purchases that do not change any more.
    static let purge = Purge(
        of: "reward_purchases",
        by: "posted_at_ms",
        keptMilliseconds: Limits.rewardPurchaseKeptMilliseconds
    )

    private static func decode(_ row: any Row) throws -> PostedPurchase {
        PostedPurchase(
            amountCents: row.integer(1),
            limit: row.optionalText(2) == nil
                ? nil
                : PostedPurchase.LimitPeriod(
                    id: try row.id(2),
                    category: try RewardsCategory.stored(row.text(3)),
                    resetDate: row.instant(4)
                ),
            bonus: try row.optionalText(5).map { category in
                PostedPurchase.BonusPeriod(
                    category: try RewardsCategory.stored(category),
                    quarter: CalendarQuarter(number: row.integer(6))
                )
            }
        )
    }
}

extension CalendarQuarter {
    /// The quarter as a number that is one higher for each quarter.
    fileprivate var number: Int64 { Int64(year * 4 + quarter - 1) }

    fileprivate init(number: Int64) {
        self.init(year: Int(number / 4), quarter: Int(number % 4) + 1)
    }
}
