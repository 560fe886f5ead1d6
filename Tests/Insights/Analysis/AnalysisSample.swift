import Insights
import Kernel
import Testing

/// Rows and days, as short as a table writes them.
enum AnalysisSample {
    /// The clock of the contract's cases.
    static let today = CivilDay(dayNumber: 20_249)
    static let member = ID<Entity.Member>(RawID(high: 7, low: 9))

    /// The demo household's rows, at the contract's clock.
    static let demo = DemoRow.all(for: member, today: today).map { $0.analysed(in: .utc) }

    /// The demo household's rows of a month.
    static func demo(_ month: String) throws -> [AnalysedRow] {
        let month = try Self.month(month)
        return demo.filter { $0.day.month == month }
    }

    /// The summary of a month of the demo household.
    static func summary(_ month: String) throws -> MonthlySummary {
        try MonthlySummary(of: Self.month(month), rows: demo(month))
    }

    static func day(_ text: String) throws -> CivilDay {
        try #require(CivilDay(text), "\(text) is no day")
    }

    static func month(_ text: String) throws -> CivilMonth {
        try #require(CivilMonth(text), "\(text) is no month")
    }

    /// A row; its id follows from its number.
    static func row(
        _ amountMinor: Int64,
        on day: CivilDay = today,
        _ category: String = "Shopping",
        at merchant: String = "Shop",
        number: UInt64 = 1,
        isPending: Bool = false
    ) -> AnalysedRow {
        AnalysedRow(
            id: ID(RawID(high: 1, low: number)),
            day: day,
            instant: Zone.utc.start(of: day),
            amountMinor: amountMinor,
            category: category,
            merchant: merchant,
            isPending: isPending
        )
    }

    static func row(
        _ amountMinor: Int64,
        on day: String,
        _ category: String = "Shopping",
        at merchant: String = "Shop"
    ) throws -> AnalysedRow {
        try row(amountMinor, on: Self.day(day), category, at: merchant)
    }

    /// Expenses of so many minor units, each with a number of its own, from 1.
    static func expenses(_ sizes: [Int64]) -> [AnalysedRow] {
        sizes.enumerated().map { row(-$1, number: UInt64($0) + 1) }
    }

    /// The sums of rows in a window; of a month when one is named.
    static func sums(_ rows: [AnalysedRow], month: String? = nil) throws -> WindowAggregates {
        let window = try AnalysisWindow(month: month, from: nil, to: nil)
        var sums = WindowAggregates(of: window)
        for row in rows where window.contains(row.day) { sums.add(row) }
        return sums
    }
}

extension [PeriodNet] {
    /// `period net`, a text for each.
    var texts: [String] { map { "\($0.period) \($0.netMinor)" } }
}

/// Random numbers that a seed decides (SplitMix64), so that a failure can be seen again.
struct AnalysisChance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Rows of half a year before the contract's clock, of every kind.
    mutating func rows(_ count: Int) -> [AnalysedRow] {
        let categories = ["Groceries", "Housing", "Travel", "Transfer", "Income", "Savings"]
        let merchants = ["Oak", "Elm", "Ash", "Yew"]
        return (0..<count).map { number in
            AnalysisSample.row(
                Int64.random(in: -900_000...400_000, using: &self),
                on: AnalysisSample.today.adding(days: -Int.random(in: -9...180, using: &self)),
                categories[Int.random(in: 0..<6, using: &self)],
                at: merchants[Int.random(in: 0..<4, using: &self)],
                number: UInt64(number) + 1,
                isPending: Int.random(in: 0..<9, using: &self) == 0
            )
        }
    }
}
