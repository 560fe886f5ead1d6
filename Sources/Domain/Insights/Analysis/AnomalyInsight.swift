/// An expense that stands out, with how it does.
public struct AnomalyInsight: Sendable, Hashable {
    /// The expense.
    public let row: AnalysedRow
    /// How it stands out.
    public let score: AnomalyScore

    /// Makes an insight.
    public init(row: AnalysedRow, score: AnomalyScore) {
        self.row = row
        self.score = score
    }

    /// The expenses that stand out among rows, newest first.
    ///
    /// - Parameter rows: All rows of a window, in any order.
    /// - Returns: Those that stand out; none of fewer than three expenses.
    public static func all(in rows: some Sequence<AnalysedRow>) -> [AnomalyInsight] {
        let rows = Array(rows)
        var spread = ExpenseSpread()
        for row in rows { spread.add(row) }
        guard let rule = spread.rule else { return [] }
        return rows.compactMap { row in
            rule.score(of: row).map { AnomalyInsight(row: row, score: $0) }
        }
        .sorted { ($1.row.instant, $1.row.id) < ($0.row.instant, $0.row.id) }
    }
}
