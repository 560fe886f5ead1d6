import Kernel

/// The sums over the rows of a window, made while the rows go by.
///
/// Memory grows with the days and categories that have rows, not with the rows. The order of the
/// rows does not matter.
public struct WindowAggregates: Sendable, Equatable {
    /// How many rows there are, transfers and pending ones too.
    public private(set) var count = 0

    private let isMonthView: Bool
    private var income: Int128 = 0
    private var expense: Int128 = 0
    /// Without transfers, as all series are.
    private var netByDay: [CivilDay: Int128] = [:]
    private var netByCategory: [String: Int128] = [:]

    /// Begins the sums of a window.
    public init(of window: AnalysisWindow) {
        isMonthView = window.month != nil
    }

    /// Adds a row of the window.
    public mutating func add(_ row: AnalysedRow) {
        count += 1
        let amount = Int128(row.amountMinor)
        netByCategory[row.category, default: 0] += amount
        guard !row.isTransfer else { return }
        if amount < 0 { expense += amount } else { income += amount }
        netByDay[row.day, default: 0] += amount
    }

    /// Adds a row in another currency than the household's: it is counted, and adds to no sum.
    public mutating func addForeign() { count += 1 }

    /// What came in, in minor units.
    public var incomeMinor: Int64 { Int64(clamping: income) }

    /// What went out, in minor units; zero or less.
    public var expenseMinor: Int64 { Int64(clamping: expense) }

    /// Both together, in minor units.
    public var netMinor: Int64 { Int64(clamping: income + expense) }

    /// The net of each category, `Transfer` among them.
    public var categoryTotals: [String: Int64] {
        netByCategory.mapValues { Int64(clamping: $0) }
    }

    /// The net of each month that has rows, ascending.
    public var monthSeries: [PeriodNet] { series(.month) }

    /// The net of each day that has rows, ascending; empty unless the window is a month.
    public var daySeries: [PeriodNet] { isMonthView ? series(.day) : [] }

    /// The net of each period of the trend that has rows, ascending.
    public var trendSeries: [PeriodNet] { series(trendGranularity) }

    /// How long the periods of the trend are.
    ///
    /// A month is shown by days. Otherwise the days between the first and the last row decide;
    /// transfers, which are in no series, are not among these rows.
    public var trendGranularity: TrendGranularity {
        if isMonthView { return .day }
        guard let first = netByDay.keys.min(), let last = netByDay.keys.max() else {
            return .month
        }
        return TrendGranularity(days: last.dayNumber - first.dayNumber + 1)
    }

    private func series(_ granularity: TrendGranularity) -> [PeriodNet] {
        var nets: [String: Int128] = [:]
        for (day, net) in netByDay { nets[granularity.period(of: day), default: 0] += net }
        return nets.sorted { $0.key < $1.key }
            .map { PeriodNet(period: $0.key, netMinor: Int64(clamping: $0.value)) }
    }
}
