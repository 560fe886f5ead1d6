public import Kernel
public import Ledger
public import SQL

/// Totals over whole days, both ends included; what was taken back altogether has no row.
extension SpendRollups {
    private static let sums = """
        SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT),
            CAST(COALESCE(SUM(purchase_count), 0) AS BIGINT)
        FROM spend_by_day WHERE member_id = $1 AND day >= $2 AND day <= $3
        """
    private static let total = Statement(sums)

    /// A member's purchases.
    ///
    /// - Complexity: O(days × categories), whatever the history's length.
    public static func total(
        by member: ID<Entity.Member>,
        on days: ClosedRange<CivilDay>,
        in session: any Session
    ) throws -> SpendTotal {
        try session.first(total, values(member, days)) { total($0, at: 0) } ?? SpendTotal()
    }

    private static let totalOfCategory = Statement("\(sums) AND guardian_category = $4")

    /// A member's purchases in one Guardian category.
    ///
    /// - Complexity: O(days), whatever the history's length.
    public static func total(
        by member: ID<Entity.Member>,
        guardianCategory: String,
        on days: ClosedRange<CivilDay>,
        in session: any Session
    ) throws -> SpendTotal {
        let values = values(member, days) + [.text(guardianCategory)]
        return try session.first(totalOfCategory, values) { total($0, at: 0) } ?? SpendTotal()
    }

    // Grouped here and not by the engine, which would walk all days in the order of the key.
    private static let entries = Statement(
        """
        SELECT guardian_category, amount_minor, purchase_count FROM spend_by_day
        WHERE member_id = $1 AND day >= $2 AND day <= $3 ORDER BY day
        """
    )

    /// A member's purchases by Guardian category.
    ///
    /// - Complexity: O(days × categories), whatever the history's length.
    public static func totalsByCategory(
        by member: ID<Entity.Member>,
        on days: ClosedRange<CivilDay>,
        in session: any Session
    ) throws -> [String: SpendTotal] {
        var totals: [String: SpendTotal] = [:]
        try session.visit(entries, values(member, days)) { row in
            totals[row.text(0), default: SpendTotal()] += total(row, at: 1)
            return true
        }
        return totals.filter { $0.value.count != 0 }
    }

    private static let byDay = Statement(
        """
        SELECT day, CAST(SUM(amount_minor) AS BIGINT), CAST(SUM(purchase_count) AS BIGINT)
        FROM spend_by_day WHERE member_id = $1 AND day >= $2 AND day <= $3
        GROUP BY day HAVING SUM(purchase_count) <> 0 ORDER BY day
        """
    )

    /// A member's purchases by day, for the days that have any, in their order.
    ///
    /// - Complexity: O(days × categories), whatever the history's length.
    public static func totalsByDay(
        by member: ID<Entity.Member>,
        on days: ClosedRange<CivilDay>,
        in session: any Session
    ) throws -> [(day: CivilDay, total: SpendTotal)] {
        try session.rows(byDay, values(member, days)) { row in (row.day(0), total(row, at: 1)) }
    }

    private static let byMerchant = Statement(
        """
        SELECT sums.merchant_key, newest.merchant, sums.amount, sums.purchases
        FROM (
            SELECT merchant_key, CAST(SUM(amount_minor) AS BIGINT) AS amount,
                CAST(SUM(purchase_count) AS BIGINT) AS purchases, MAX(day) AS newest_day
            FROM spend_by_merchant
            WHERE member_id = $1 AND day >= $2 AND day <= $3 AND purchase_count <> 0
            GROUP BY merchant_key
        ) AS sums
        JOIN spend_by_merchant AS newest ON newest.member_id = $1
            AND newest.day >= $2 AND newest.day <= $3
            AND newest.day = sums.newest_day AND newest.merchant_key = sums.merchant_key
        """
    )

    /// A member's purchases at one merchant.
    public struct MerchantTotal: Sendable, Equatable {
        /// The spelling of the last day that has a purchase.
        public let merchant: String
        /// The purchases.
        public let total: SpendTotal
    }

    /// A member's purchases by the key of their merchant.
    ///
    /// - Complexity: O(days × merchants), whatever the history's length.
    public static func totalsByMerchant(
        by member: ID<Entity.Member>,
        on days: ClosedRange<CivilDay>,
        in session: any Session
    ) throws -> [String: MerchantTotal] {
        let rows = try session.rows(byMerchant, values(member, days)) { row in
            (row.text(0), MerchantTotal(merchant: row.text(1), total: total(row, at: 2)))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private static func values(
        _ member: ID<Entity.Member>,
        _ days: ClosedRange<CivilDay>
    ) -> [Value] {
        [.id(member), .day(days.lowerBound), .day(days.upperBound)]
    }

    private static func total(_ row: any Row, at column: Int) -> SpendTotal {
        SpendTotal(amountMinor: row.integer(column), count: row.integer(column + 1))
    }
}
