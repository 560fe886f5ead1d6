import Insights
import Kernel
import SQL
import Store

/// The figures of a window, and how many rows its days have.
struct WindowFigures {
    /// The sums.
    var aggregates: WindowAggregates
    /// The sizes of the expenses, by which is told what stands out.
    var spread = ExpenseSpread()
    /// How many rows each day has, the newest day first; days without rows are left out.
    var days: [(day: CivilDay, count: Int64)] = []

    fileprivate mutating func count(on day: CivilDay) {
        if days.last?.day == day {
            days[days.count - 1].count += 1
        } else {
            days.append((day, 1))
        }
    }
}

/// What happened on a member's accounts within a window, read in one transaction.
struct WindowRows {
    let window: AnalysisWindow
    /// The one account, if not all.
    let account: ID<Entity.Account>?
    let book: TransactionBook
    let session: any Session

    /// Sums every row of the window.
    ///
    /// - Complexity: O(rows of the window), whatever the history's length.
    func figures() throws -> WindowFigures {
        var figures = WindowFigures(aggregates: WindowAggregates(of: window))
        guard let days = try days() else { return figures }
        try book.visit(days, in: session) { entry, row in
            guard account == nil || account == entry.account else { return }
            figures.count(on: entry.day)
            if let row {
                figures.aggregates.add(row)
                figures.spread.add(row)
            } else {
                figures.aggregates.addForeign()
            }
        }
        return figures
    }

    /// Shows every row of the window in the household's currency to `look`, the newest day first.
    ///
    /// - Complexity: O(rows of the window), whatever the history's length.
    func visit(_ look: (AnalysedRow) -> Void) throws {
        guard let days = try days() else { return }
        try book.visit(days, in: session) { _, row in
            if let row { look(row) }
        }
    }

    /// Reads a page of the rows, the newest first.
    ///
    /// - Complexity: O(days, and rows of the page's days).
    func page(_ number: Int64, of size: Int, _ figures: WindowFigures) throws -> [DatedEntry] {
        let (offset, isBeyond) = number.multipliedReportingOverflow(by: Int64(size))
        guard !isBeyond else { return [] }
        var (skipped, left) = (offset, size)
        var entries: [DatedEntry] = []
        for (day, count) in figures.days where left > 0 {
            guard skipped < count else {
                skipped -= count
                continue
            }
            let piece = DatedEntries.Piece(
                day: day,
                from: book.zone.start(of: day),
                account: account,
                skipped: skipped,
                taken: left
            )
            let taken = try DatedEntries.list(of: book.member, piece, in: session)
            entries += taken
            (skipped, left) = (0, left - taken.count)
        }
        return entries
    }

    /// The days of the window that may have rows; `nil` when none has.
    private func days() throws -> ClosedRange<CivilDay>? {
        guard let all = try EntryCounts.window(of: book.member, in: session) else { return nil }
        let lower = max(window.first ?? all.lowerBound, all.lowerBound)
        let upper = min(window.end?.adding(days: -1) ?? all.upperBound, all.upperBound)
        return lower <= upper ? lower...upper : nil
    }
}
