import Catalogue
import Kernel
import Ledger
import SQL
import Store

/// Which of a member's entries a list is about.
struct EntryWindow {
    let member: ID<Entity.Member>
    /// Both days are in it.
    let days: ClosedRange<CivilDay>
    /// The one account, if not all.
    let account: ID<Entity.Account>?
    /// A word of the categories, if not all.
    let category: String?

    /// Whether every entry of these days is meant.
    private var takesAll: Bool { account == nil && category == nil }

    private func takes(
        _ account: ID<Entity.Account>,
        _ category: String,
        _ catalogue: Catalogue
    ) -> Bool {
        guard self.account == nil || self.account == account else { return false }
        guard let word = self.category else { return true }
        return catalogue.bankingCategory(ofEntry: category).has(word)
    }
}

/// A page of entries, with how many there are on all pages.
struct EntryPage {
    let entries: [EntryRecord]
    let total: Int64
}

extension EntryWindow {
    /// A run of days that are counted together, newest first.
    private enum Part {
        case day(CivilDay, Int64)
        case period(Int64, Int64)

        var count: Int64 {
            switch self {
            case .day(_, let count), .period(_, let count): count
            }
        }
    }

    /// Entries of a day that a page shows.
    private struct Piece {
        let day: CivilDay
        var skipped: Int64
        var taken: Int
    }

    /// Reads a page, the newest day first, and on a day the newest entry first.
    ///
    /// - Complexity: O(periods of 32 days × accounts × categories, and rows of the page's days),
    ///   whatever the history's length and the offset.
    func page(
        limit: Int,
        offset: Int64,
        _ catalogue: Catalogue,
        in session: any Session
    ) throws -> EntryPage {
        let parts = try parts(catalogue, in: session)
        let total = parts.reduce(0) { $0 + $1.count }
        var (skipped, left) = (offset, limit)
        var entries: [EntryRecord] = []
        for part in parts where left > 0 {
            guard skipped < part.count else {
                skipped -= part.count
                continue
            }
            for (day, count) in try days(of: part, catalogue, in: session) where left > 0 {
                guard skipped < count else {
                    skipped -= count
                    continue
                }
                let taken = Int(min(Int64(left), count - skipped))
                let piece = Piece(day: day, skipped: skipped, taken: taken)
                entries += try read(piece, catalogue, in: session)
                (skipped, left) = (0, left - taken)
            }
        }
        return EntryPage(entries: entries, total: total)
    }

    /// The window in parts: days at both ends, periods between them.
    private func parts(_ catalogue: Catalogue, in session: any Session) throws -> [Part] {
        let (lower, upper) = (days.lowerBound, days.upperBound)
        var first = EntryCounts.period(of: lower)
        var last = EntryCounts.period(of: upper)
        if EntryCounts.days(of: first).lowerBound < lower { first += 1 }
        if EntryCounts.days(of: last).upperBound > upper { last -= 1 }
        guard first <= last else { return try dayParts(days, catalogue, in: session) }
        let (start, end) = (EntryCounts.days(of: first), EntryCounts.days(of: last))
        var parts: [Part] = []
        if end.upperBound < upper {
            let newest = end.upperBound.adding(days: 1)...upper
            parts += try dayParts(newest, catalogue, in: session)
        }
        var counts: [Int64: Int64] = [:]
        let periods = try EntryCounts.byPeriod(of: member, in: first...last, session: session)
        for (period, count) in periods where takes(count.account, count.category, catalogue) {
            counts[period, default: 0] += count.count
        }
        parts += counts.sorted { $0.key > $1.key }.map { .period($0.key, $0.value) }
        if lower < start.lowerBound {
            let oldest = lower...start.lowerBound.adding(days: -1)
            parts += try dayParts(oldest, catalogue, in: session)
        }
        return parts
    }

    private func dayParts(
        _ days: ClosedRange<CivilDay>,
        _ catalogue: Catalogue,
        in session: any Session
    ) throws -> [Part] {
        var counts: [CivilDay: Int64] = [:]
        for sum in try EntryCounts.byDay(of: member, on: days, in: session)
        where takes(sum.account, sum.category, catalogue) {
            counts[sum.day, default: 0] += sum.count
        }
        return counts.sorted { $0.key > $1.key }.map { .day($0.key, $0.value) }
    }

    private func days(
        of part: Part,
        _ catalogue: Catalogue,
        in session: any Session
    ) throws -> [(day: CivilDay, count: Int64)] {
        switch part {
        case .day(let day, let count): return [(day, count)]
        case .period(let period, _):
            let parts = try dayParts(EntryCounts.days(of: period), catalogue, in: session)
            return parts.compactMap { part in
                guard case .day(let day, let count) = part else { return nil }
                return (day, count)
            }
        }
    }

    private func read(
        _ piece: Piece,
        _ catalogue: Catalogue,
        in session: any Session
    ) throws -> [EntryRecord] {
        if takesAll {
            return try Entries.list(
                of: member,
                on: piece.day,
                limit: piece.taken,
                offset: piece.skipped,
                in: session
            )
        }
        var skipped = piece.skipped
        var entries: [EntryRecord] = []
        try Entries.visit(of: member, on: piece.day, in: session) { record in
            guard takes(record.entry.account, record.entry.category, catalogue) else {
                return true
            }
            if skipped > 0 {
                skipped -= 1
            } else {
                entries.append(record)
            }
            return entries.count < piece.taken
        }
        return entries
    }
}
