import Contract
import Kernel

extension ModelHousehold {
    /// Holds what Insights tells of the bank's account against what the bank says.
    mutating func settle(
        _ action: InsightsAction,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let bearer = call.bearer, isLive(bearer) else {
            return try expectRefusal(.unauthenticated, outcome, call)
        }
        switch action {
        case .update(let input): try settleUpdate(input, bearer, outcome, call)
        case .overview(let input): try settleOverview(input, outcome, call)
        }
    }

    /// An edit is beside what the bank says: what it leaves out stays, and one that changes nothing
    /// leaves no trace.
    private mutating func settleUpdate(
        _ input: API.Insights.TransactionUpdateRequest,
        _ bearer: Bearer,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        let known = bank?.known.first { $0.value.entry == input.transactionID }
        guard let (place, met) = known, bearer.member == members[0].id else {
            return try expectRefusal(.notFound, outcome, call)
        }
        let answer = try API.Insights.updateTransaction.output(of: Self.answer(outcome, call))
        let former = annotations[met.transfer]
        let notes = input.notes.map { $0.text.isEmpty ? nil : $0.text }
        let edit = ModelAnnotation(
            category: input.category ?? former?.category,
            notes: notes ?? former?.notes
        )
        if edit != former ?? ModelAnnotation(category: nil, notes: nil) {
            annotations[met.transfer] = edit
            links += 1
            recount(met.transfer)
            transfers[met.transfer]?.settledBy.map { recount($0) }
        }
        guard let row = bank?.rows?.first(where: { $0.place == place }) else { return }
        try compare(answer, row)
    }

    /// The rows of a window are those that the bank told, and its sums are theirs.
    private func settleOverview(
        _ input: API.Insights.TransactionsRequest,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let bank, bank.isLinked else { return try expectRefusal(.notFound, outcome, call) }
        let answer = try API.Insights.transactionsOverview.output(of: Self.answer(outcome, call))
        guard let told = bank.rows else { return }
        let rows = told.filter { row in
            input.month.map { $0.month == CivilDay(dayNumber: row.day).month } ?? true
        }
        let sums = answer.aggregates
        let totals = Dictionary(grouping: rows, by: shownCategory)
            .mapValues { $0.reduce(0) { $0 - $1.amount } }
        try require(
            answer.total == rows.count && sums.count == rows.count
                && sums.expenseTotal.minor == -rows.map { max($0.amount, 0) }.reduce(0, +)
                && sums.incomeTotal.minor == -rows.map { min($0.amount, 0) }.reduce(0, +)
                && sums.netTotal.minor == -rows.map(\.amount).reduce(0, +)
                && sums.categoryTotals.mapValues(\.minor) == totals,
            .rollupsAreRecomputable,
            "Insights of household \(place) sums \(rows.count) rows to \(sums), not \(totals)"
        )
        let left = max(0, rows.count - Int(answer.page * answer.pageSize))
        try require(
            answer.transactions.count == min(Int(answer.pageSize), left)
                && Set(answer.transactions.map(\.id)).count == answer.transactions.count,
            .nothingAcknowledgedIsMissing,
            """
            Insights of household \(place) shows \(answer.transactions.count) rows on page \
            \(answer.page) of \(rows.count)
            """
        )
        let places = Dictionary(uniqueKeysWithValues: rows.map { ($0.place, $0) })
        let byEntry = Dictionary(uniqueKeysWithValues: bank.known.map { ($0.value.entry, $0.key) })
        for shown in answer.transactions {
            guard let row = byEntry[shown.id].flatMap({ places[$0] }) else {
                throw Discrepancy(
                    .householdsAreApart,
                    "Insights of household \(place) shows \(shown), which its bank did not tell"
                )
            }
            try compare(shown, row)
        }
    }

    /// What Insights calls a purchase.
    private func shownCategory(_ row: ModelBank.Row) -> String {
        let edit = bank?.known[row.place].flatMap { annotations[$0.transfer] }
        return edit?.category ?? LivingBank.insightsCategory
    }

    private func compare(_ shown: API.Insights.Transaction, _ row: ModelBank.Row) throws {
        let edit = bank?.known[row.place].flatMap { annotations[$0.transfer] }
        try require(
            shown.amount.minor == -row.amount && shown.pending == row.isPending
                && shown.userID == members[0].id && shown.accountID == bank?.account
                && shown.merchantName.hasPrefix(LivingBank.merchants)
                && shown.category == shownCategory(row) && shown.notes == edit?.notes,
            .nothingAcknowledgedIsMissing,
            """
            Insights of household \(place) shows \(shown), not \(row) with \
            \(edit.map { "\($0)" } ?? "no edit")
            """
        )
    }
}
