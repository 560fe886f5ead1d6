import Kernel

/// Merchants, categories and months beside each other.
extension AnswerWriter {
    private static var linesUsual: Int { 5 }

    /// The merchants or categories to which most went.
    func top(by name: KeyPath<AnalysedRow, String>, _ what: String) throws -> Answer {
        let groups = Self.groups(try select(days).rows, by: name)
        let lines = groups.map { (name: $0.key, rows: $0.value, spent: spent($0.value)) }
            .filter { $0.spent > 0 }
            .sorted { ($1.spent, $0.name) < ($0.spent, $1.name) }
            .prefix(min(question.number ?? Self.linesUsual, Limits.answerLinesMost))
        guard !lines.isEmpty else { return nothing("spending", days) }
        let all = lines.flatMap(\.rows)
        let texts = lines.map { "\(masked($0.name)): \(money($0.spent).display)" }
        return Answer(
            "Your top \(what)\(subject(filter(all))) \(text(days)):\n"
                + texts.joined(separator: "\n"),
            figures: lines.map { figure("Spending", $0.spent, days, masked($0.name)) },
            sources: sources(all)
        )
    }

    static func groups(
        _ rows: [LedgerRow],
        by name: KeyPath<AnalysedRow, String>
    )
        -> [String: [LedgerRow]]
    {
        Dictionary(grouping: rows) { $0.row[keyPath: name] }
    }

    // MARK: Two sides

    /// One side of a comparison.
    private struct Side {
        let name: String
        let filter: String?
        let days: Days
        let rows: [LedgerRow]
    }

    /// The spending of two periods, categories or merchants.
    func compare() throws -> Answer? {
        let sides = try self.sides()
        guard sides.count == 2 else { return nil }
        let (left, right) = (sides[0], sides[1])
        let (one, other) = (spent(left.rows), spent(right.rows))
        var figures = [
            figure("Spending", one, left.days, left.filter),
            figure("Spending", other, right.days, right.filter),
            figure("Difference", one - other, left.days),
        ]
        var change = "a difference of \(money(one - other).display)"
        if other > 0 {
            let points = Rounding.basisPoints(one - other, of: other)
            figures.append(
                AnswerFigure(
                    "Difference",
                    .percent(basisPoints: points),
                    first: left.days.lowerBound,
                    last: left.days.upperBound
                )
            )
            change += " (\(percent(points)))"
        }
        let none = left.rows.isEmpty && right.rows.isEmpty ? "I found no spending: " : ""
        return Answer(
            "\(none)You spent \(money(one).display)\(left.name), and "
                + "\(money(other).display)\(right.name): \(change).",
            figures: figures,
            sources: sources(left.rows + right.rows)
        )
    }

    private func sides() throws -> [Side] {
        let parts =
            question.categories.map { (categories: [$0], names: [WantedName]()) }
            + question.names.map { (categories: [WantedCategory](), names: [$0]) }
        if question.baseline == nil, parts.count >= 2 {
            guard parts.count == 2 else { return [] }
            return try parts.map { part in
                var asked = question
                (asked.categories, asked.names) = (part.categories, part.names)
                return try side(asked, days)
            }
        }
        let other = question.baseline ?? before(days)
        return try [side(question, days), side(question, other)]
    }

    private func side(_ asked: LedgerQuestion, _ days: Days) throws -> Side {
        let rows = try select(days, for: asked).rows
        let name = filter(rows, of: asked)
        return Side(
            name: "\(subject(name, of: asked)) \(text(days))",
            filter: name,
            days: days,
            rows: rows
        )
    }

    /// What some days are compared with: the month or year before, or as many days before.
    private func before(_ days: Days) -> Days {
        let (first, last) = (days.lowerBound, days.upperBound)
        let months =
            (last.month.year - first.month.year) * 12 + last.month.month
            - first.month.month + 1
        if first.dayOfMonth == 1, last == last.month.lastDay {
            return first.month.adding(months: -months).firstDay...first.adding(days: -1)
        }
        return first.adding(days: first.dayNumber - last.dayNumber - 1)...first.adding(days: -1)
    }

    // MARK: What changed

    private static var changesShown: Int { 3 }

    /// The categories that changed most.
    func change() throws -> Answer {
        let other = question.baseline ?? before(days)
        let (now, then) = try (select(days).rows, select(other).rows)
        let (current, previous) = (
            Self.groups(now, by: \.category), Self.groups(then, by: \.category)
        )
        let changes = Set(current.keys).union(previous.keys)
            .map { name in
                let (now, then) = (spent(current[name] ?? []), spent(previous[name] ?? []))
                return (name: name, now: now, then: then, size: (now - then).magnitude)
            }
            .filter { $0.size > 0 }
            .sorted { ($1.size, $0.name) < ($0.size, $1.name) }
            .prefix(Self.changesShown)
        let periods = "\(range(days)) against \(range(other))"
        guard !changes.isEmpty else {
            return Answer(
                "Nothing changed, \(periods): the difference is \(money(0).display).",
                figures: [figure("Difference", 0, days)]
            )
        }
        let lines = changes.map { change in
            "\(masked(change.name)): \(money(change.now).display) after "
                + "\(money(change.then).display), a difference of "
                + money(change.now - change.then).display
        }
        let rows = changes.flatMap { (current[$0.name] ?? []) + (previous[$0.name] ?? []) }
        return Answer(
            "What changed most, \(periods):\n\(lines.joined(separator: "\n"))",
            figures: changes.flatMap { change in
                let name = masked(change.name)
                return [
                    figure("Spending", change.now, days, name),
                    figure("Spending", change.then, other, name),
                    figure("Difference", change.now - change.then, days, name),
                ]
            },
            sources: sources(rows)
        )
    }

    // MARK: Month by month

    private static var trendMonths: Int { 12 }

    /// The spending of each month that has rows.
    func trend() throws -> Answer {
        let days =
            question.period
            ?? today.month.adding(months: -3).firstDay...today.month.lastDay
        let selection = try select(days)
        let months = selection.months.sorted().suffix(Self.trendMonths)
        guard !months.isEmpty else { return nothing("spending", days) }
        let byMonth = Dictionary(grouping: selection.rows, by: \.row.day.month)
        let name = filter(selection.rows)
        let lines = months.map { month in
            let first = max(month.firstDay, days.lowerBound)
            let last = min(month.lastDay, days.upperBound)
            return (days: first...last, spent: spent(byMonth[month] ?? []))
        }
        return Answer(
            "Your spending\(subject(name)) by month:\n"
                + lines.map { "\(range($0.days)): \(money($0.spent).display)" }
                .joined(separator: "\n"),
            figures: lines.map { figure("Spending", $0.spent, $0.days, name) },
            sources: sources(months.flatMap { byMonth[$0] ?? [] })
        )
    }

    // MARK: What comes again

    private static var recurringMonths: Int { 3 }
    private static var recurringLines: Int { 10 }

    /// Merchants that were paid once in each of three months, about as much each time.
    func recurring() throws -> Answer {
        let last = (question.period?.upperBound.month ?? today.month.adding(months: -1))
        let first = last.adding(months: 1 - Self.recurringMonths)
        let days = first.firstDay...last.lastDay
        let groups = Self.groups(try select(days).rows, by: \.merchant)
        let found = groups.compactMap { name, rows in
            Self.usual(rows).map { (name: name, rows: rows, spent: $0) }
        }
        .sorted { ($1.spent, $0.name) < ($0.spent, $1.name) }
        let all = found.flatMap(\.rows)
        guard !found.isEmpty else { return nothing("recurring payments", days) }
        let total = found.reduce(Int128(0)) { $0 + $1.spent }
        let name = filter(all)
        let lines = found.prefix(Self.recurringLines)
        return Answer(
            "\(number(found.count, "payment")) came every month\(subject(name)) \(text(days)), "
                + "\(money(total).display) a month together:\n"
                + lines.map { "\(masked($0.name)): \(money($0.spent).display)" }
                .joined(separator: "\n"),
            figures: [
                figure("Recurring payments in a month", total, days, name),
                counted("Recurring payments", found.count, days, name),
            ] + lines.map { figure("Payment in a month", $0.spent, days, masked($0.name)) },
            sources: sources(all)
        )
    }

    /// What is paid in a month; `nil` when it does not come again each month.
    private static func usual(_ rows: [LedgerRow]) -> Int128? {
        guard rows.count == recurringMonths,
            Set(rows.map(\.row.day.month)).count == recurringMonths
        else { return nil }
        let sizes = rows.map { Int128($0.size) }.sorted()
        let middle = sizes[sizes.count / 2]
        // Within a tenth of the one in the middle.
        guard sizes.allSatisfy({ ($0 - middle).magnitude * 10 <= middle }) else { return nil }
        return middle
    }
}
