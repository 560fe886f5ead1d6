import Kernel

/// Totals, counts and averages.
extension AnswerWriter {
    /// What went out or came in, and how often.
    func sum() throws -> Answer {
        let rows = try select(days).rows
        let isIncome = question.direction == .received
        let total = isIncome ? -spent(rows) : spent(rows)
        let name = filter(rows)
        let figures = [
            figure(isIncome ? "Income" : "Spending", total, days, name),
            counted("Transactions", rows.count, days, name),
        ]
        let about = "\(subject(name)) \(text(days))"
        guard !rows.isEmpty else {
            let what = isIncome ? "income" : "spending"
            let said = "I found no \(what)\(about): \(money(0).display) in 0 transactions."
            return Answer(said, figures: figures)
        }
        let verb = isIncome ? "You received" : "You spent"
        return Answer(
            "\(verb) \(money(total).display)\(about), in \(number(rows.count, "transaction")).",
            figures: figures,
            sources: sources(rows)
        )
    }

    /// What came in, what went out, and the difference.
    func net() throws -> Answer {
        let rows = try select(days).rows
        let income = -spent(rows.filter { $0.row.amountMinor > 0 })
        let expense = spent(rows.filter { $0.row.amountMinor < 0 })
        let name = filter(rows)
        let figures = [
            figure("Income", income, days, name),
            figure("Spending", expense, days, name),
            figure("Difference of income and spending", income - expense, days, name),
        ]
        let difference = money(income - expense).display
        let said =
            "\(rows.isEmpty ? "I found no transactions: income" : "Income") \(text(days)) was "
            + "\(money(income).display) and spending \(money(expense).display): "
            + "a difference of \(difference)."
        return Answer(said, figures: figures, sources: sources(rows))
    }

    /// How many transactions there are.
    func count() throws -> Answer {
        let rows = try select(days).rows
        let name = filter(rows)
        let counted = counted("Transactions", rows.count, days, name)
        let about = "\(subject(name)) \(text(days))"
        let transactions = number(rows.count, "transaction")
        if question.direction == .all {
            return Answer(
                "There \(rows.count == 1 ? "is" : "are") \(transactions)\(about).",
                figures: [counted],
                sources: sources(rows)
            )
        }
        let isIncome = question.direction == .received
        let total = isIncome ? -spent(rows) : spent(rows)
        let label = isIncome ? "Income" : "Spending"
        let found = rows.isEmpty ? "I found none: " : ""
        return Answer(
            "\(found)\(transactions)\(about), \(money(total).display) in total.",
            figures: [counted, figure(label, total, days, name)],
            sources: sources(rows)
        )
    }

    /// Spending for each purchase, day, week or month.
    func average() throws -> Answer {
        let days = averageDays
        let selection = try select(days)
        let rows = selection.rows
        let total = spent(rows)
        let name = filter(rows)
        guard !rows.isEmpty else {
            let figures = [
                figure("Average spending", 0, days, name), counted("Transactions", 0, days, name),
            ]
            let about = "\(subject(name)) \(text(days))"
            let said = "I found no spending\(about): \(money(0).display) in 0 transactions."
            return Answer(said, figures: figures)
        }
        let (part, unit, label): (Int, AnswerFigure, String) = parts(of: days, selection, name)
        let times: Int128 = question.basis == .week ? 7 : 1
        let average = Rounding.quotient(total * times, Int128(max(1, part)))
        let said =
            "You spent \(money(average).display) on average per \(label)\(subject(name)) "
            + "\(text(days)): \(money(total).display) in \(said(unit))."
        return Answer(
            said,
            figures: [
                figure("Average spending per \(label)", average, days, name),
                figure("Spending", total, days, name), unit,
            ],
            sources: sources(rows)
        )
    }

    /// The days that are asked for; of an average by months the three whole ones before this.
    private var averageDays: Days {
        if let period = question.period { return period }
        guard question.basis == .month else { return today.month.days }
        let last = today.month.adding(months: -1)
        return last.adding(months: -2).firstDay...last.lastDay
    }

    /// By what the total is divided.
    private func parts(
        of days: Days,
        _ selection: RowSelection,
        _ name: String?
    )
        -> (Int, AnswerFigure, String)
    {
        switch question.basis {
        case .purchase:
            let count = selection.rows.count
            return (count, counted("Transactions", count, days, name), "transaction")
        case .month:
            let count = max(1, selection.months.count)
            return (count, counted("Months", count, days), "month")
        case .day, .week:
            let end = max(days.lowerBound, min(days.upperBound, today))
            let count = end.dayNumber - days.lowerBound.dayNumber + 1
            let figure = AnswerFigure(
                "Days",
                .days(Int64(count)),
                first: days.lowerBound,
                last: days.upperBound
            )
            return (count, figure, question.basis == .day ? "day" : "week")
        }
    }

    private func said(_ unit: AnswerFigure) -> String {
        switch (unit.value, question.basis) {
        case (.days(let count), _): number(Int(count), "day")
        case (.count(let count), .month): number(Int(count), "month")
        case (.count(let count), _): number(Int(count), "transaction")
        default: ""
        }
    }
}
