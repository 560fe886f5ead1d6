import Contract
import Kernel

/// The same rows in other sums.
extension ModelHousehold {
    /// The same rows, summed in another way.
    func settleAggregate(_ outcome: Outcome, _ call: PlannedCall) throws {
        let answer = try API.Insights.aggregateTransactions.output(of: Self.answer(outcome, call))
        guard let sums = bank?.sums else { preconditionFailure("they are asked for before") }
        let totals = Dictionary(answer.buckets.map { ($0.key, $0.sum) }) { $0 + $1 }
        try require(
            answer.buckets.reduce(0) { $0 + $1.count } == sums.count
                && answer.timeline.reduce(0) { $0 + $1.count } == sums.count
                && totals == sums.categoryTotals.mapValues(\.minor),
            .rollupsAreRecomputable,
            "Insights of household \(place) sums \(sums.count) rows to \(answer), not \(sums)"
        )
    }

    /// Each of the bank's merchants is in a group of its own, with all of its rows and no other.
    func settleMerchants(_ outcome: Outcome, _ call: PlannedCall) throws {
        let answer = try API.Insights.aggregateTransactions.output(of: Self.answer(outcome, call))
        guard let rows = bank?.rows else { return }
        let own = answer.buckets.filter { $0.label.hasPrefix(LivingBank.merchants) }
        let told = Dictionary(grouping: own, by: \.label).mapValues { buckets in
            [buckets.reduce(0) { $0 + $1.count }, buckets.reduce(0) { $0 + $1.sum }]
        }
        let expected = Dictionary(grouping: rows, by: \.merchant).mapValues { rows in
            [Int64(rows.count), -rows.reduce(0) { $0 + $1.amount }]
        }
        try require(
            told == expected && Set(own.map(\.key)).count == own.count,
            .rollupsAreRecomputable,
            "Insights of household \(place) groups its bank's rows to \(told), not \(expected)"
        )
    }

    /// The totals of the month whose transactions were listed before.
    func settleTotals(_ outcome: Outcome, _ call: PlannedCall) throws {
        let answer = try API.Insights.monthlyTotals.output(of: Self.answer(outcome, call))
        guard let sums = bank?.monthSums else { preconditionFailure("they are asked for before") }
        let categories = Dictionary(answer.categories.map { ($0.label, $0.sum) }) { $0 + $1 }
        try require(
            answer.totals.income == sums.incomeTotal.minor
                && answer.totals.expense == sums.expenseTotal.minor
                && answer.totals.net == sums.netTotal.minor
                && answer.categories.reduce(0) { $0 + $1.count } == sums.count
                && categories == sums.categoryTotals.mapValues(\.minor),
            .rollupsAreRecomputable,
            "Insights of household \(place) totals a month to \(answer), not \(sums)"
        )
    }

    /// The summary of the month whose transactions were listed before.
    func settleSummary(_ outcome: Outcome, _ call: PlannedCall) throws {
        let answer = try API.Insights.monthlySummary.output(of: Self.answer(outcome, call))
        guard let sums = bank?.monthSums else { preconditionFailure("they are asked for before") }
        let costs = sums.categoryTotals.mapValues(\.minor)
            .filter { $0.value < 0 && $0.key != "Transfer" }
            .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            .prefix(8)
        try require(
            answer.totals.income == sums.incomeTotal && answer.totals.expense == sums.expenseTotal
                && answer.totals.net == sums.netTotal
                && answer.byCategory.map(\.category) == costs.map(\.key)
                && answer.byCategory.map(\.amount.minor) == costs.map(\.value),
            .rollupsAreRecomputable,
            "Insights of household \(place) sums a month up to \(answer), not \(sums)"
        )
    }

    /// Nothing of the bank is shown until it is read again, and no edit of it is left.
    mutating func settleReset(_ outcome: Outcome, _ call: PlannedCall) throws {
        _ = try API.Insights.resetTransactions.output(of: Self.answer(outcome, call))
        let none = ModelAnnotation(category: nil, notes: nil)
        for (id, edit) in annotations where edit != none {
            guard let plan = transfers[id]?.plan, let account = bank?.account,
                plan.debit == account || plan.credit == account
            else { continue }
            annotations[id] = none
            links += 1
            recount(id)
            transfers[id]?.settledBy.map { recount($0) }
        }
        bank?.rows = []
        bank?.balanceMinor = nil
        bank?.events = nil
    }
}
