public import Kernel

/// What happened in a month: totals, the largest categories and merchants, and what stands out.
public struct MonthlySummary: Sendable, Equatable {
    /// The month.
    public let month: CivilMonth
    /// How many rows there are, transfers and pending ones too.
    public let count: Int
    /// What came in, in minor units.
    public let incomeMinor: Int64
    /// What went out, in minor units; zero or less.
    public let expenseMinor: Int64
    /// Both together, in minor units.
    public let netMinor: Int64
    /// The categories for which most went out, largest first; eight at most.
    public let byCategory: [CategoryShare]
    /// The merchants to which most went, largest first; five at most.
    public let topMerchants: [MerchantTotal]
    /// The expenses that stand out, newest first.
    public let anomalies: [AnomalyInsight]

    private static let mostCategories = 8
    private static let mostMerchants = 5

    /// Sums up a month.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - rows: All of its rows, in any order, and no others.
    public init(of month: CivilMonth, rows: some Sequence<AnalysedRow>) {
        let rows = Array(rows)
        let days = month.firstDay...month.lastDay
        precondition(rows.allSatisfy { days.contains($0.day) }, "a row is of another month")
        var (income, expense) = (Int128(0), Int128(0))
        for row in rows where !row.isTransfer {
            if row.amountMinor < 0 {
                expense += Int128(row.amountMinor)
            } else {
                income += Int128(row.amountMinor)
            }
        }
        self.month = month
        count = rows.count
        incomeMinor = Int64(clamping: income)
        expenseMinor = Int64(clamping: expense)
        netMinor = Int64(clamping: income + expense)
        byCategory = Self.categories(of: rows)
        topMerchants = Self.merchants(of: rows)
        anomalies = AnomalyInsight.all(in: rows)
    }

    private static func categories(of rows: [AnalysedRow]) -> [CategoryShare] {
        let spent = outflows(of: rows, by: \.category)
        let whole = spent.reduce(Int128(0)) { $0 - $1.net }
        return spent.prefix(mostCategories).map { entry in
            CategoryShare(
                category: entry.name,
                amountMinor: Int64(clamping: entry.net),
                basisPoints: Rounding.basisPoints(-entry.net, of: whole)
            )
        }
    }

    private static func merchants(of rows: [AnalysedRow]) -> [MerchantTotal] {
        outflows(of: rows, by: \.merchant).prefix(mostMerchants).map { entry in
            MerchantTotal(
                merchant: entry.name,
                amountMinor: Int64(clamping: entry.net),
                transactionCount: entry.count
            )
        }
    }

    /// The nets below zero under each name, transfers left out; largest first, ties by name.
    private static func outflows(
        of rows: [AnalysedRow],
        by name: (AnalysedRow) -> String
    ) -> [(name: String, net: Int128, count: Int)] {
        var places: [String: Int] = [:]
        var sums: [(name: String, net: Int128, count: Int)] = []
        for row in rows where !row.isTransfer {
            let name = name(row)
            let place = places[name] ?? sums.count
            if place == sums.count {
                places[name] = place
                sums.append((name, 0, 0))
            }
            sums[place].net += Int128(row.amountMinor)
            sums[place].count += 1
        }
        return sums.filter { $0.net < 0 }
            .sorted { ($0.net, $0.name) < ($1.net, $1.name) }
    }
}
