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
    /// The days with rows, the newest first.
    var days: [Day] = []

    /// How many rows a day has.
    struct Day {
        let day: CivilDay
        var count: Int64 = 0
        /// The numbers of the rows; `nil` where all of the day are meant.
        var numbers: Set<Int64>?
    }

    fileprivate mutating func count(_ entry: AnalysedEntry, isFiltered: Bool) {
        if days.last?.day != entry.day {
            days.append(Day(day: entry.day, numbers: isFiltered ? [] : nil))
        }
        days[days.count - 1].count += 1
        days[days.count - 1].numbers?.insert(entry.number)
    }
}

/// What happened on a member's accounts within a window, read in one transaction.
struct WindowRows {
    let window: AnalysisWindow
    /// The one account, if not all.
    let account: ID<Entity.Account>?
    /// Which of them are listed and summed; what stands out does so among all.
    var filter = ListFilter()
    let book: TransactionBook
    let session: any Session

    /// Sums every row of the window.
    ///
    /// - Complexity: O(rows of the window), whatever the history's length.
    func figures() throws -> WindowFigures {
        var figures = WindowFigures(aggregates: WindowAggregates(of: window))
        guard let days = try days() else { return figures }
        // A window has few names of categories.
        var kinds: [String: Bool] = [:]
        try book.visit(days, in: session) { entry, row in
            guard account == nil || account == entry.account else { return }
            if let row { figures.spread.add(row) }
            if filter.isSet {
                guard filter.admits(entry.id, entry.amountMinor) else { return }
                let name = row?.category ?? book.category(of: entry)
                let isMeant = kinds[name] ?? filter.admits(category: name)
                kinds[name] = isMeant
                guard isMeant else { return }
            }
            figures.count(entry, isFiltered: filter.isSet)
            if let row {
                figures.aggregates.add(row)
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
        for day in figures.days where left > 0 {
            guard skipped < day.count else {
                skipped -= day.count
                continue
            }
            let taken = try rows(of: day, skipped: skipped, taken: left)
            entries += taken
            (skipped, left) = (0, left - taken.count)
        }
        return entries
    }

    /// Reads the rows that stand behind a place, the newest first.
    ///
    /// - Complexity: O(days, and rows of the days that are shown).
    func rows(
        behind key: ListKey,
        of size: Int,
        _ figures: WindowFigures
    ) throws -> [DatedEntry] {
        var entries: [DatedEntry] = []
        for day in figures.days where entries.count < size && day.day <= key.day {
            entries += try rows(
                of: day,
                before: day.day == key.day ? key.place : nil,
                taken: size - entries.count
            )
        }
        return entries
    }

    private func rows(
        of day: WindowFigures.Day,
        before place: DatedPlace? = nil,
        skipped: Int64 = 0,
        taken: Int
    ) throws -> [DatedEntry] {
        let piece = DatedEntries.Piece(
            day: day.day,
            from: book.zone.start(of: day.day),
            account: account,
            before: place,
            numbers: day.numbers,
            skipped: skipped,
            taken: taken
        )
        return try DatedEntries.list(of: book.member, piece, in: session)
    }

    /// The days of the window that may have rows; `nil` when none has.
    private func days() throws -> ClosedRange<CivilDay>? {
        guard let all = try EntryCounts.window(of: book.member, in: session) else { return nil }
        let lower = max(window.first ?? all.lowerBound, all.lowerBound)
        let upper = min(window.end?.adding(days: -1) ?? all.upperBound, all.upperBound)
        return lower <= upper ? lower...upper : nil
    }
}
