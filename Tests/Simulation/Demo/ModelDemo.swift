import Contract
import Kernel

/// A member without a bank, whose demo household is all that it has; and what must be told of it.
struct ModelDemo: Sendable {
    /// Its place among those who call.
    let place: Int
    let household: ID<Entity.Household>
    let member: ID<Entity.Member>
    let email: String
    let almanac: Almanac
    /// Its sign-in; `nil` when it has to sign in again.
    var bearer: Bearer?
    /// Whether it had the household once: the accounts stay when the rows go.
    var hasAccounts = false
    /// What lists show, oldest first.
    var lines: [DemoLine] = []
    /// The ids of rows that were met; a row that comes again has the one that it had.
    var ids: [DemoLine.Key: ID<Entity.Entry>] = [:]

    /// The day in the member's time zone.
    func day(_ nowMS: Int64) -> CivilDay { CivilDay(dayNumber: almanac.day(nowMS).number) }

    /// The months that have rows, and one that has none.
    func months(_ nowMS: Int64) -> [CivilMonth] {
        let last = lines.last?.day.month ?? day(nowMS).month
        return (-4...0).map { last.adding(months: $0) }
    }

    func lines(of month: CivilMonth) -> [DemoLine] { lines.filter { $0.day.month == month } }

    /// Whether a new seed takes rows away that have the member's words: whether these come back
    /// with the row is the program's to decide.
    func losesEdits(on day: CivilDay) -> Bool {
        let kept = Set(DemoLine.all(on: day).map(\.key))
        return lines.contains { $0.isEdited && !kept.contains($0.key) }
    }
}

extension ModelDemo {
    /// Holds an answer against the lines, and takes over what a call does.
    ///
    /// - Throws: ``Discrepancy``.
    mutating func settle(_ call: PlannedCall, _ attempts: [Attempt]) throws {
        for attempt in attempts.dropLast() {
            guard case .failed(_, _, true, _) = attempt.outcome else {
                throw ModelHousehold.surprise("a failure that was put in", attempt.outcome, call)
            }
        }
        guard let last = attempts.last else { preconditionFailure("a call is made") }
        if case .loginMember = call.action {
            guard case .signedIn(let bearer) = last.outcome, bearer.member == member else {
                throw ModelHousehold.surprise("a sign-in", last.outcome, call)
            }
            self.bearer = bearer
            return
        }
        guard case .insights(let action) = call.action else {
            preconditionFailure("the demo household is asked of Insights")
        }
        let body = try ModelHousehold.answer(last.outcome, call)
        switch action {
        case .seed: try settleSeed(body, on: day(last.nowMS))
        case .reset:
            _ = try API.Insights.resetTransactions.output(of: body)
            lines = []
        case .update(let input): try settleUpdate(input, body)
        case .overview(let input): try settleOverview(input, body)
        case .search(let input): try settleSearch(input, body)
        case .aggregate(let input): try settleAggregate(input, body)
        case .totals(let input): try settleTotals(input, body)
        case .summary(let input): try settleSummary(input, body)
        case .accounts: try settleAccounts(body)
        case .ask(let input): try settleAnswer(input, body, on: day(last.nowMS))
        case .deleteUser: _ = try API.Insights.deleteUser.output(of: body)
        }
    }

    private mutating func settleSeed(_ body: [UInt8], on today: CivilDay) throws {
        let answer = try API.Insights.syncTransactions.output(of: body)
        let former = Dictionary(uniqueKeysWithValues: lines.map { ($0.key, $0) })
        lines = DemoLine.all(on: today).map { former[$0.key] ?? $0 }
        hasAccounts = true
        try require(
            answer.status == .completed && answer.pendingCount == 0
                && answer.syncedCount == Int64(lines.count),
            .oneEffectPerKey,
            "the demo household of \(today) has \(lines.count) rows, not \(answer)"
        )
    }

    private mutating func settleUpdate(
        _ input: API.Insights.TransactionUpdateRequest,
        _ body: [UInt8]
    ) throws {
        let answer = try API.Insights.updateTransaction.output(of: body)
        guard let key = ids.first(where: { $0.value == input.transactionID })?.key,
            let index = lines.firstIndex(where: { $0.key == key })
        else { throw Discrepancy("an edit of \(input.transactionID) was answered with \(answer)") }
        lines[index].isEdited = true
        if let category = input.category { lines[index].category = category }
        if let notes = input.notes?.text { lines[index].notes = notes.isEmpty ? nil : notes }
        try compare(answer, lines[index])
    }

    private mutating func settleOverview(
        _ input: API.Insights.TransactionsRequest,
        _ body: [UInt8]
    ) throws {
        guard let month = input.month?.month else { preconditionFailure("a month is asked for") }
        let answer = try API.Insights.transactionsOverview.output(of: body)
        let rows = lines(of: month)
        let (sums, told) = (DemoSums(rows), answer.aggregates)
        try require(
            answer.total == sums.count && told.count == sums.count
                && told.incomeTotal.minor == sums.income
                && told.expenseTotal.minor == sums.expense
                && told.netTotal.minor == sums.income + sums.expense
                && told.categoryTotals.mapValues(\.minor) == sums.byCategory.mapValues(\.cents),
            .rollupsAreRecomputable,
            "the demo household sums \(month.text) to \(told), not \(sums)"
        )
        try require(
            answer.transactions.count == rows.count,
            .nothingAcknowledgedIsMissing,
            "the demo household shows \(answer.transactions.count) rows, not \(rows.count)"
        )
        for shown in answer.transactions {
            let day = almanac.day(shown.occurredAt.instant.milliseconds).number
            let key = DemoLine.Key(merchant: shown.merchantName, day: day)
            guard let line = rows.first(where: { $0.key == key }) else {
                throw Discrepancy(
                    .householdsAreApart,
                    "the demo household shows \(shown), which is none of its rows"
                )
            }
            try compare(shown, line)
            try meet(shown.id, key)
        }
    }

    /// A row is known by one id for good, and an id is of one row.
    private mutating func meet(_ id: ID<Entity.Entry>, _ key: DemoLine.Key) throws {
        try require(
            ids[key].map { $0 == id } ?? !ids.values.contains(id),
            .oneEffectPerKey,
            "\(key) of the demo household is \(id), and was \(ids[key].map(\.text) ?? "another")"
        )
        ids[key] = id
    }

    private func compare(_ shown: API.Insights.Transaction, _ line: DemoLine) throws {
        try require(
            shown.amount.minor == line.cents && shown.category == line.category
                && shown.notes == line.notes && !shown.pending && shown.userID == member
                && shown.merchantName == line.merchant,
            .nothingAcknowledgedIsMissing,
            "the demo household shows \(shown), not \(line)"
        )
    }
}
