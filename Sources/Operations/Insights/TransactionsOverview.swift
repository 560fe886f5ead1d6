public import Contract
import Insights
import Kernel
import SQL
import Store

extension InsightsOperations {
    /// Lists the caller's transactions, the newest first, with the figures of the window.
    ///
    /// Numbers of rows outside of their range are taken as the nearest in it, and the answer shows
    /// what was taken. What stands out does so among all transactions of the window on the account,
    /// whichever of them are listed; those that are named without a window are compared with none.
    ///
    /// - Throws: ``Problem`` `invalid`, `notFound` when the account is not one of the caller's,
    ///   `unauthenticated`; `DatabaseError`.
    public func transactionsOverview(
        _ input: API.Insights.TransactionsRequest,
        _ call: Call
    ) async throws -> API.Insights.TransactionsListResponse {
        let window = try input.window
        let page = max(input.page?.value ?? 0, 0)
        let asked = input.pageSize?.value ?? Limits.analysedRowsUsual
        let pageSize = min(max(asked, 1), Limits.pageRowsMost)
        return try await reading(call) { session, membership in
            let book = try book(of: membership, at: call.now, in: session)
            let account = try input.accountID.map { try book.account($0) }
            let rows = WindowRows(
                window: window,
                account: account,
                filter: ListFilter(input),
                book: book,
                session: session
            )
            let (shown, figures) = try rows.shown(input, page, of: Int(pageSize))
            let rule = figures.spread.rule
            return API.Insights.TransactionsListResponse(
                try shown.map { entry in
                    let row = try book.analysed(entry)
                    let score = row.flatMap { rule?.score(of: $0) }
                    return try book.transaction(entry, score)
                },
                period: API.Insights.Period(window),
                aggregates: API.Insights.TransactionsAggregates(
                    figures.aggregates,
                    in: membership.currency
                ),
                page: page,
                pageSize: pageSize,
                traceID: call.trace
            )
        }
    }
}

extension WindowRows {
    /// The rows that are asked for, with the figures of all of them.
    fileprivate func shown(
        _ input: API.Insights.TransactionsRequest,
        _ page: Int64,
        of size: Int
    ) throws -> ([DatedEntry], WindowFigures) {
        if let ids = input.ids?.ids, window.first == nil, window.end == nil {
            let found = try book.named(ids, on: account, filter, of: window, in: session)
            let (offset, isBeyond) = page.multipliedReportingOverflow(by: Int64(size))
            let skipped = isBeyond ? found.entries.count : Int(clamping: offset)
            return (Array(found.entries.dropFirst(skipped).prefix(size)), found.figures)
        }
        let figures = try self.figures()
        guard let before = input.before?.instant else {
            return (try self.page(page, of: size, figures), figures)
        }
        let key = try ListKey(before: before, input.beforeID, of: book, in: session)
        return (try rows(behind: key, of: size, figures), figures)
    }
}

extension API.Insights.TransactionsRequest {
    /// The days that are asked for.
    ///
    /// - Throws: ``Problem`` `invalid`.
    fileprivate var window: AnalysisWindow {
        get throws {
            do {
                return try AnalysisWindow(
                    month: month?.month.text,
                    from: from?.text,
                    to: to?.text
                )
            } catch {
                throw Problem.invalid(
                    error.faults.map { Fault(field: $0.field.rawValue, rule: $0.rule.rawValue) }
                )
            }
        }
    }
}

extension API.Insights.Period {
    fileprivate init(_ window: AnalysisWindow) {
        self.init(
            month: window.month.map { WireMonth($0) },
            from: window.first.map { WireDay($0) },
            to: window.end.map { WireDay($0) }
        )
    }
}

extension API.Insights.TransactionsAggregates {
    fileprivate init(_ sums: WindowAggregates, in currency: Currency) {
        let amount = { (minor: Int64) in DecimalAmount(Money(minor: minor, currency: currency)) }
        let series = { (nets: [PeriodNet]) in
            nets.map { API.Insights.PeriodNet(period: $0.period, net: amount($0.netMinor)) }
        }
        self.init(
            incomeTotal: amount(sums.incomeMinor),
            expenseTotal: amount(sums.expenseMinor),
            netTotal: amount(sums.netMinor),
            categoryTotals: sums.categoryTotals.mapValues(amount),
            count: Int64(sums.count),
            monthSeries: series(sums.monthSeries),
            daySeries: series(sums.daySeries),
            trendSeries: series(sums.trendSeries),
            trendGranularity: API.Insights.TrendGranularity(sums.trendGranularity)
        )
    }
}

extension API.Insights.TrendGranularity {
    fileprivate init(_ granularity: TrendGranularity) {
        self =
            switch granularity {
            case .day: .day
            case .week: .week
            case .month: .month
            case .quarter: .quarter
            }
    }
}
