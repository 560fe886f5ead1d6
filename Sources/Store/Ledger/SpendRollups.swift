public import Kernel
public import Ledger
public import SQL

/// Sums of spending, moved in the same transaction as the transfer or annotation behind them.
public enum SpendRollups {
    private static let day = Statement(
        """
        INSERT INTO spend_by_day
            (member_id, guardian_category, day, category, amount_minor, purchase_count)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (member_id, guardian_category, day, category) DO UPDATE SET
            amount_minor = spend_by_day.amount_minor + excluded.amount_minor,
            purchase_count = spend_by_day.purchase_count + excluded.purchase_count
        """
    )
    private static let month = Statement(
        """
        INSERT INTO spend_by_month
            (member_id, guardian_category, month, category, amount_minor, purchase_count)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (member_id, month, guardian_category, category) DO UPDATE SET
            amount_minor = spend_by_month.amount_minor + excluded.amount_minor,
            purchase_count = spend_by_month.purchase_count + excluded.purchase_count
        """
    )
    private static let merchant = Statement(
        """
        INSERT INTO spend_by_merchant
            (member_id, day, merchant_key, merchant, amount_minor, purchase_count)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (member_id, day, merchant_key) DO UPDATE SET
            merchant = CASE WHEN excluded.purchase_count < 0
                THEN spend_by_merchant.merchant ELSE excluded.merchant END,
            amount_minor = spend_by_merchant.amount_minor + excluded.amount_minor,
            purchase_count = spend_by_merchant.purchase_count + excluded.purchase_count
        """
    )

    /// Adds an entry to every sum it belongs to.
    public static func add(_ spending: Spending, in session: any Session) throws {
        try addToCategory(spending, in: session)
        try session.run(
            merchant,
            [
                .id(spending.member), .day(spending.day), .text(spending.merchantKey),
                .text(spending.merchant), .integer(spending.amountMinor),
                .integer(spending.count),
            ]
        )
    }

    /// Moves an entry to another category.
    ///
    /// Its merchant keeps the spelling it has: an edit is no newer purchase.
    public static func move(
        _ spending: Spending,
        to category: Spending,
        in session: any Session
    ) throws {
        precondition(
            (spending.merchantKey, spending.day, spending.amountMinor)
                == (category.merchantKey, category.day, category.amountMinor),
            "an edit changes nothing but the category"
        )
        try addToCategory(spending.negated, in: session)
        try addToCategory(category, in: session)
    }

    private static func addToCategory(_ spending: Spending, in session: any Session) throws {
        let sums: [Value] = [.integer(spending.amountMinor), .integer(spending.count)]
        let member = Value.id(spending.member)
        let words: (Value, Value) = (.text(spending.guardianCategory), .text(spending.category))
        try session.run(day, [member, words.0, .day(spending.day), words.1] + sums)
        let month = number(of: spending.day.month)
        try session.run(self.month, [member, words.0, .integer(month), words.1] + sums)
    }

    /// Months counted from year 0, so that they sort and subtract.
    static func number(of month: CivilMonth) -> Int64 {
        Int64(month.year * 12 + month.month - 1)
    }

    private static let days = Statement(
        """
        SELECT guardian_category, day, category, amount_minor, purchase_count FROM spend_by_day
        WHERE member_id = $1 AND (amount_minor <> 0 OR purchase_count <> 0)
        ORDER BY guardian_category, day, category LIMIT $2 OFFSET $3
        """
    )
    private static let months = Statement(
        """
        SELECT guardian_category, month, category, amount_minor, purchase_count
        FROM spend_by_month
        WHERE member_id = $1 AND (amount_minor <> 0 OR purchase_count <> 0)
        ORDER BY month, guardian_category, category LIMIT $2 OFFSET $3
        """
    )
    private static let merchants = Statement(
        """
        SELECT merchant_key, day, '', amount_minor, purchase_count FROM spend_by_merchant
        WHERE member_id = $1 AND (amount_minor <> 0 OR purchase_count <> 0)
        ORDER BY day, merchant_key LIMIT $2 OFFSET $3
        """
    )

    /// Which sums to walk.
    public enum Kind: String, CaseIterable, Sendable {
        /// By Guardian category, day and category.
        case byDay
        /// By Guardian category, month and category.
        case byMonth
        /// By merchant and day.
        case byMerchant
    }

    /// One sum: what it is of, and how much.
    public struct Sum: Sendable, Equatable {
        /// Guardian category or merchant, period, category: what tells sums of one kind apart.
        public let key: [String]
        /// Minor units.
        public let amountMinor: Int64
        /// How many purchases.
        public let count: Int64
    }

    /// Every sum of a member that is not zero; for comparing them with a recomputation.
    public static func sums(
        _ kind: Kind,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [Sum] {
        let statement =
            switch kind {
            case .byDay: days
            case .byMonth: months
            case .byMerchant: merchants
            }
        var sums: [Sum] = []
        while true {
            let page: [Value] = [.id(member), .count(Limits.walkRows), .count(sums.count)]
            let rows = try session.rows(statement, page) { row in
                Sum(
                    key: [row.text(0), String(row.integer(1)), row.text(2)],
                    amountMinor: row.integer(3),
                    count: row.integer(4)
                )
            }
            sums += rows
            guard rows.count == Limits.walkRows else { return sums }
        }
    }

    /// The keys an entry has among the sums of each kind.
    public static func key(of spending: Spending, _ kind: Kind) -> [String] {
        switch kind {
        case .byDay:
            [spending.guardianCategory, String(spending.day.dayNumber), spending.category]
        case .byMonth:
            [spending.guardianCategory, String(number(of: spending.day.month)), spending.category]
        case .byMerchant:
            [spending.merchantKey, String(spending.day.dayNumber), ""]
        }
    }
}
