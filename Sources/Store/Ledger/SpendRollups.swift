public import Kernel
public import Ledger
import OrderedCollections
public import SQL

/// Sums of spending, moved in the same transaction as the transfer or annotation behind them.
public enum SpendRollups {
    private static let day = RowsStatement(
        [.text, .text, .bigint, .text, .bigint, .bigint]
    ) { rows in
        """
        INSERT INTO spend_by_day
            (member_id, guardian_category, day, category, amount_minor, purchase_count)
        VALUES \(rows)
        ON CONFLICT (member_id, guardian_category, day, category) DO UPDATE SET
            amount_minor = spend_by_day.amount_minor + excluded.amount_minor,
            purchase_count = spend_by_day.purchase_count + excluded.purchase_count
        """
    }
    private static let month = RowsStatement(
        [.text, .text, .bigint, .text, .bigint, .bigint]
    ) { rows in
        """
        INSERT INTO spend_by_month
            (member_id, guardian_category, month, category, amount_minor, purchase_count)
        VALUES \(rows)
        ON CONFLICT (member_id, month, guardian_category, category) DO UPDATE SET
            amount_minor = spend_by_month.amount_minor + excluded.amount_minor,
            purchase_count = spend_by_month.purchase_count + excluded.purchase_count
        """
    }
    private static let merchant = RowsStatement(
        [.text, .bigint, .text, .text, .bigint, .bigint]
    ) { rows in
        """
        INSERT INTO spend_by_merchant
            (member_id, day, merchant_key, merchant, amount_minor, purchase_count)
        VALUES \(rows)
        ON CONFLICT (member_id, day, merchant_key) DO UPDATE SET
            merchant = CASE WHEN excluded.purchase_count < 0
                THEN spend_by_merchant.merchant ELSE excluded.merchant END,
            amount_minor = spend_by_merchant.amount_minor + excluded.amount_minor,
            purchase_count = spend_by_merchant.purchase_count + excluded.purchase_count
        """
    }

    private struct CategoryKey: Hashable {
        let member: ID<Entity.Member>
        let guardianCategory: String
        /// The day's number, or the month's.
        let period: Int64
        let category: String
    }

    private struct MerchantKey: Hashable {
        let member: ID<Entity.Member>
        let day: CivilDay
        let merchant: String
    }

    private struct Amounts {
        var minor: Int64 = 0
        var count: Int64 = 0
        /// As the last purchase spells it, else as the first one that was taken back.
        var merchant = ""

        mutating func add(_ spending: Spending) {
            if spending.count > 0 || merchant.isEmpty { merchant = spending.merchant }
            minor += spending.amountMinor
            count += spending.count
        }
    }

    /// Adds an entry to every sum it belongs to.
    public static func add(_ spending: Spending, in session: any Session) throws {
        try add([spending], in: session)
    }

    /// Adds entries to every sum they belong to.
    public static func add(_ spendings: [Spending], in session: any Session) throws {
        try addToCategories(spendings, in: session)
        var merchants: OrderedDictionary<MerchantKey, Amounts> = [:]
        for spending in spendings {
            let key = MerchantKey(
                member: spending.member,
                day: spending.day,
                merchant: spending.merchantKey
            )
            merchants[key, default: Amounts()].add(spending)
        }
        try session.run(
            merchant,
            merchants.map { key, amounts in
                [
                    .id(key.member), .day(key.day), .text(key.merchant), .text(amounts.merchant),
                    .integer(amounts.minor), .integer(amounts.count),
                ]
            }
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
        try addToCategories([spending.negated, category], in: session)
    }

    private static func addToCategories(
        _ spendings: [Spending],
        in session: any Session
    ) throws {
        try add(spendings, to: day, in: session) { Int64($0.day.dayNumber) }
        try add(spendings, to: month, in: session) { number(of: $0.day.month) }
    }

    private static func add(
        _ spendings: [Spending],
        to statement: RowsStatement,
        in session: any Session,
        period: (Spending) -> Int64
    ) throws {
        var sums: OrderedDictionary<CategoryKey, Amounts> = [:]
        for spending in spendings {
            let key = CategoryKey(
                member: spending.member,
                guardianCategory: spending.guardianCategory,
                period: period(spending),
                category: spending.category
            )
            sums[key, default: Amounts()].add(spending)
        }
        try session.run(
            statement,
            sums.map { key, amounts in
                [
                    .id(key.member), .text(key.guardianCategory), .integer(key.period),
                    .text(key.category), .integer(amounts.minor), .integer(amounts.count),
                ]
            }
        )
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
