import Kernel

/// Single transactions.
extension AnswerWriter {
    private static var largestUsual: Int { 3 }

    /// The largest expenses, or what came in.
    func largest() throws -> Answer {
        let rows = try select(days).rows
        let most = min(question.number ?? Self.largestUsual, Limits.answerLinesMost)
        let shown = Array(Self.largestFirst(rows).prefix(most))
        let isIncome = question.direction == .received
        guard !shown.isEmpty else { return nothing(isIncome ? "income" : "spending", days) }
        let name = filter(rows)
        let figures = shown.map { row in
            figure(
                masked(row.row.merchant),
                Int128(row.size),
                row.row.day...row.row.day,
                masked(row.row.merchant)
            )
        }
        let what = isIncome ? "amounts you received" : "expenses"
        return Answer(
            "Your largest \(what)\(subject(name)) \(text(days)):\n\(lines(shown))",
            figures: figures,
            sources: shown.map(\.source)
        )
    }

    /// Transactions, the newest first.
    func lookup() throws -> Answer {
        let most = min(question.number ?? Limits.answerRows, Limits.answerLinesMost)
        guard let period = question.period else { return try newest(most) }
        let rows = Self.newestFirst(try select(period).rows)
        guard !rows.isEmpty else { return nothing("transactions", period) }
        let shown = Array(rows.prefix(most))
        let name = filter(rows)
        let which = shown.count < rows.count ? ", the newest" : ""
        return Answer(
            "I found \(number(rows.count, "transaction"))\(subject(name)) "
                + "\(text(period))\(which):\n\(lines(shown))",
            figures: [counted("Transactions", rows.count, period, name)],
            sources: sources(rows, shown: shown)
        )
    }

    /// The newest transactions, whenever they were within a year; read back in growing steps.
    private func newest(_ most: Int) throws -> Answer {
        var rows: [LedgerRow] = []
        var end = today
        let first = today.adding(days: 1 - Limits.answerLookbackDays)
        var step = 16
        while rows.count < most, end >= first {
            let start = max(first, end.adding(days: 1 - step))
            rows += Self.newestFirst(try select(start...end).rows)
            end = start.adding(days: -1)
            step *= 4
        }
        let shown = Array(rows.prefix(most))
        guard let newest = shown.first, let oldest = shown.last else {
            return nothing("transactions", nil)
        }
        let days = oldest.row.day...newest.row.day
        let name = filter(shown)
        let said =
            shown.count == 1
            ? "The newest transaction\(subject(name)) was:"
            : "The newest transactions\(subject(name)) were:"
        return Answer(
            "\(said)\n\(lines(shown))",
            figures: [counted("Transactions", shown.count, days, name)],
            sources: sources(shown)
        )
    }

    /// The newest day first; within a day as they were read, the newest first too.
    static func newestFirst(_ rows: [LedgerRow]) -> [LedgerRow] {
        rows.enumerated().sorted { left, right in
            (right.element.row.day, left.offset) < (left.element.row.day, right.offset)
        }
        .map(\.element)
    }

    /// One line for each row.
    private func lines(_ rows: [LedgerRow]) -> String {
        rows.map { row in
            let amount = money(Int128(row.size)).display
            let link = row.row.amountMinor < 0 ? "at" : "from"
            return "\(row.row.day.text): \(amount) \(link) \(masked(row.row.merchant)), "
                + masked(row.row.category)
        }
        .joined(separator: "\n")
    }

    /// What stands out among the expenses.
    func unusual() throws -> Answer {
        let rows = try select(days).rows
        let insights = AnomalyInsight.all(in: rows.map(\.row))
        let name = filter(rows)
        let count = counted("Unusual transactions", insights.count, days, name)
        guard !insights.isEmpty else {
            return Answer(
                "0 transactions stand out\(subject(name)) \(text(days)).",
                figures: [count]
            )
        }
        let shown = insights.prefix(Limits.answerRows)
        let ids = Set(insights.map(\.row.id))
        let shownIDs = Set(shown.map(\.row.id))
        let verb = insights.count == 1 ? "stands" : "stand"
        let lines = shown.map { insight in
            let row = insight.row
            return "\(row.day.text): \(money(Int128(row.amountMinor.magnitude)).display) at "
                + "\(masked(row.merchant)), \(money(Int128(insight.score.deltaMinor)).display) "
                + "above the median and \(percent(insight.score.impactBasisPoints)) of the spending"
        }
        return Answer(
            "\(number(insights.count, "transaction")) \(verb) out\(subject(name)) \(text(days)):\n"
                + lines.joined(separator: "\n"),
            figures: [count] + shown.flatMap { figures(of: $0) },
            sources: sources(
                rows.filter { ids.contains($0.row.id) },
                shown: rows.filter { shownIDs.contains($0.row.id) }
            )
        )
    }

    private func figures(of insight: AnomalyInsight) -> [AnswerFigure] {
        let (day, name) = (insight.row.day, masked(insight.row.merchant))
        return [
            figure("Above the median", Int128(insight.score.deltaMinor), day...day, name),
            AnswerFigure(
                "Share of the spending",
                .percent(basisPoints: insight.score.impactBasisPoints),
                first: day,
                last: day,
                filter: name
            ),
        ]
    }
}
