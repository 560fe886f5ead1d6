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

    /// - Complexity: O(rows of the month), whatever the history's length, where the last 120 days
    ///   are in memory; else O(rows of both).
    init(
        _ month: CivilMonth,
        today: CivilDay,
        _ book: TransactionBook,
        in session: any Session
    ) throws {
        let days = month.firstDay...month.lastDay
        let recent = SafeToSpend.days(around: today)
        var rows: [AnalysedRow] = []
        var spending: [SpendingDay] = []
        if let all = try EntryCounts.window(of: book.member, in: session) {
            if days.overlaps(all) {
                try book.visit(days.clamped(to: all), in: session) { _, row in
                    if let row { rows.append(row) }
                }
            }
            if recent.overlaps(all) {
                spending = try book.spending(on: recent.clamped(to: all), in: session)
            }
        }
        summary = MonthlySummary(of: month, rows: rows)
        self.rows = rows
        anomalies = try Self.dated(summary.anomalies, book, in: session)
        safe = SafeToSpend(
            today: today,
            days: spending,
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
