import Kernel

/// A transaction of a member's demo household, as lists must show it.
///
/// The table is the contract's (insights.md, section 7), written down here a second time on
/// purpose.
struct DemoLine: Sendable, Equatable {
    /// No two have the same merchant and day.
    struct Key: Hashable, Sendable {
        let merchant: String
        let day: Int
    }

    let merchant: String
    let day: CivilDay
    /// Cents; less than zero for an expense.
    let cents: Int64
    var category: String
    var notes: String?
    /// Whether the member's words are beside it.
    var isEdited = false

    var key: Key { Key(merchant: merchant, day: day.dayNumber) }
    /// Between own accounts: neither income nor expense.
    var isTransfer: Bool { category == "Transfer" }
    var isExpense: Bool { cents < 0 && !isTransfer }

    /// What is there on a day: the rows of its month up to it, and of three months before.
    static func all(on today: CivilDay) -> [DemoLine] {
        let first = today.month.adding(months: -3).firstDay.dayNumber
        return (first...today.dayNumber).flatMap { number in
            let day = CivilDay(dayNumber: number)
            let rows = day.month == today.month ? regular + once : regular
            return rows.filter { $0.days.contains(day.dayOfMonth) }.map { row in
                DemoLine(merchant: row.merchant, day: day, cents: row.cents, category: row.category)
            }
        }
    }

    /// What the three accounts hold, in the order in which they are told.
    static let balances: [Int64] = [854_267, -184_723, 1_523_000]

    private struct Row {
        let merchant: String
        let cents: Int64
        let category: String
        let days: Set<Int>

        init(_ merchant: String, _ cents: Int64, _ category: String, _ days: Int...) {
            self.merchant = merchant
            self.cents = cents
            self.category = category
            self.days = Set(days)
        }
    }

    private static let regular = [
        Row("Acme Payroll", 420_000, "Income", 1, 15),
        Row("Transfer to Savings", -50_000, "Transfer", 2),
        Row("Oakwood Apartments", -185_000, "Housing", 3),
        Row("City Power", -13_845, "Utilities", 8), Row("Comcast", -8_999, "Utilities", 10),
        Row("Verizon", -4_500, "Utilities", 12),
        Row("Transfer from Checking", 50_000, "Transfer", 2),
        Row("Ally Interest", 625, "Income", 28),
        Row("Whole Foods", -14_235, "Groceries", 5, 12, 19),
        Row("Trader Joe's", -7_680, "Groceries", 9, 23),
        Row("Blue Bottle", -1_250, "Dining", 4, 11, 18, 25),
        Row("Chipotle", -1_875, "Dining", 7, 21), Row("Uber", -2_450, "Transport", 6, 20),
        Row("Shell", -5_420, "Transport", 8, 22), Row("Netflix", -1_599, "Entertainment", 14),
        Row("Spotify", -1_099, "Entertainment", 16), Row("Amazon", -14_599, "Shopping", 13),
        Row("Target", -6_840, "Shopping", 17), Row("Best Buy", -29_999, "Shopping", 24),
        Row("Delta", -42_500, "Travel", 26), Row("Airbnb", -32_000, "Travel", 27),
        Row("Planet Fitness", -4_999, "Health", 5), Row("CVS", -3_245, "Healthcare", 18),
    ]
    private static let once = [
        Row("Designer Furniture", -499_900, "Shopping", 5),
        Row("Emergency Hospital Bill", -320_000, "Healthcare", 6),
    ]
}
