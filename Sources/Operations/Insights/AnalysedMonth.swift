import Contract
import Insights
import Kernel
import SQL
import Store

/// What there is to say of a member's month and of today, read in one transaction.
struct AnalysedMonth {
    let summary: MonthlySummary
    /// What stands out with its exact instants, the newest first.
    let anomalies: [AnomalyInsight]
    private let rows: [AnalysedRow]
    let safe: SafeToSpend
    /// The month's own highlight, whatever it was written from.
    let stored: StoredHighlight?
    /// The highlight of the latest month that has one.
    let latest: StoredHighlight?
    let currency: Currency

    /// - Complexity: O(rows of the month and of the last 120 days), whatever the history's length.
    init(
        _ month: CivilMonth,
        today: CivilDay,
        _ book: TransactionBook,
        in session: any Session
    ) throws {
        let rows = try AnalysedMonthRows(month, today: today, book, in: session)
        summary = MonthlySummary(of: month, rows: rows.month)
        self.rows = rows.month
        anomalies = try Self.dated(summary.anomalies, book, in: session)
        safe = SafeToSpend(
            today: today,
            rows: rows.recent,
            cashMinor: book.cashMinor,
            currency: book.currency
        )
        stored = try Highlights.find(month, of: book.member, in: session)
        latest = try Highlights.latest(of: book.member, in: session)
        currency = book.currency
    }

    /// Of the facts that a stored highlight is held against.
    var fingerprint: FactsFingerprint { FactsFingerprint(of: summary, rows: rows) }

    /// Insights with the instants that sums do not look at.
    private static func dated(
        _ anomalies: [AnomalyInsight],
        _ book: TransactionBook,
        in session: any Session
    ) throws -> [AnomalyInsight] {
        try anomalies.map { anomaly in
            let row = try DatedEntries.find(anomaly.row.id, of: book.member, in: session)
                .flatMap { try book.analysed($0) }
            return AnomalyInsight(row: row ?? anomaly.row, score: anomaly.score)
        }
        .sorted { ($1.row.instant, $1.row.id) < ($0.row.instant, $0.row.id) }
    }
}

/// The rows of a month, and those that tell what is safe to spend today; each day is read once.
private struct AnalysedMonthRows {
    private(set) var month: [AnalysedRow] = []
    private(set) var recent: [AnalysedRow] = []

    init(
        _ month: CivilMonth,
        today: CivilDay,
        _ book: TransactionBook,
        in session: any Session
    ) throws {
        guard let all = try EntryCounts.window(of: book.member, in: session) else { return }
        let days = month.firstDay...month.lastDay
        let recent = SafeToSpend.days(around: today)
        for window in Self.windows(days, recent) {
            guard window.overlaps(all) else { continue }
            let known = window.clamped(to: all)
            try book.visit(known, in: session) { _, row in
                guard let row else { return }
                if days.contains(row.day) { self.month.append(row) }
                if recent.contains(row.day) { self.recent.append(row) }
            }
        }
    }

    /// Two windows as they are, or as one where they meet.
    private static func windows(
        _ first: ClosedRange<CivilDay>,
        _ second: ClosedRange<CivilDay>
    ) -> [ClosedRange<CivilDay>] {
        guard first.overlaps(second) else { return [first, second] }
        let lower = min(first.lowerBound, second.lowerBound)
        return [lower...max(first.upperBound, second.upperBound)]
    }
}
