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
        case .overview(let input) where input.accountID != nil:
            try settleOverview(input, outcome, call)
        case .overview(let input): try settleSums(input, outcome, call)
        case .search(let input): try settleSearch(input, outcome, call)
        case .aggregate(let input) where input.granularity == .merchant:
            try settleMerchants(outcome, call)
        case .aggregate: try settleAggregate(outcome, call)
        case .totals: try settleTotals(outcome, call)
        case .summary: try settleSummary(outcome, call)
        case .seed:
            // A bank is linked, which the demo household is not.
            try expectRefusal(.conflict, outcome, call)
        case .reset: try settleReset(outcome, call)
        case .deleteUser(let input):
            let user = members.first { $0.id == input.userID }
            guard let child = user?.child else {
                return try expectRefusal(.notFound, outcome, call)
            }
            let request = API.Allowance.ChildRequest(childID: child)
            try settleRemoval(request, bearer, call.nowMS, outcome, call)
        case .accounts, .ask:
            preconditionFailure("they are asked where the demo household is")
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
        let former = annotations[met.transfer] ?? ModelAnnotation(category: nil, notes: nil)
        var notes = former.notes
        if let told = input.notes?.text { notes = told.isEmpty ? nil : told }
        let edit = ModelAnnotation(category: input.category ?? former.category, notes: notes)
        if edit != former {
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
        let answer = try API.Insights.transactionsOverview.output(of: Self.answer(outcome, call))
        guard let told = bank?.rows else { return }
        let rows = told.filter { row in
            input.month.map { $0.month == CivilDay(dayNumber: row.day).month } ?? true
        }
        let sums = answer.aggregates
        let totals = Dictionary(grouping: rows, by: shownCategory)
            .mapValues { $0.reduce(0) { $0 - $1.amount } }
        try require(
            answer.total == rows.count
                && sums.expenseTotal.minor == -rows.reduce(0) { $0 + max($1.amount, 0) }
                && sums.incomeTotal.minor == -rows.reduce(0) { $0 + min($1.amount, 0) }
                && sums.netTotal.minor == -rows.reduce(0) { $0 + $1.amount }
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
            Insights of household \(place) shows \(answer.transactions.count) of \(rows.count) \
            rows on page \(answer.page)
            """
        )
        for shown in answer.transactions { try compare(shown, try row(shown.id, among: rows)) }
    }

    /// A search by filters alone finds each of the bank's rows that passes its filters.
    private func settleSearch(
        _ input: API.Insights.RagSearchRequest,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        let answer = try API.Insights.searchTransactions.output(of: Self.answer(outcome, call))
        let names = Set((input.categories ?? []).map { $0.lowercased() })
        let passing = bank?.rows?.filter { row in
            input.passes(row) && (names.isEmpty || names.contains(shownCategory(row).lowercased()))
        }
        guard let rows = passing else { return }
        let most = Int(input.topK ?? Int64(Limits.searchResultsUsual))
        let sum = -rows.reduce(0) { $0 + $1.amount }
        try require(
            answer.stats.count == min(rows.count, most)
                && answer.references.count == min(rows.count, most, Limits.searchResultsShown)
                && (rows.count > most || answer.stats.sum == sum),
            .nothingAcknowledgedIsMissing,
            "Insights of household \(place) finds \(answer.stats), not \(rows.count) rows of \(sum)"
        )
        for found in answer.references {
            let row = try row(found.transactionID, among: rows)
            try require(
                found.amountCents == -row.amount && found.occurredOn.day.dayNumber == row.day
                    && found.category == shownCategory(row),
                .nothingAcknowledgedIsMissing,
                "Insights of household \(place) finds \(found), not \(row)"
            )
        }
    }

    /// All accounts together: the bank's rows are among theirs, and nobody else's.
    private mutating func settleSums(
        _ input: API.Insights.TransactionsRequest,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        let answer = try API.Insights.transactionsOverview.output(of: Self.answer(outcome, call))
        if input.month == nil {
            bank?.sums = answer.aggregates
        } else {
            bank?.monthSums = answer.aggregates
        }
        let told = bank?.rows?.filter { row in
            input.month.map { $0.month == CivilDay(dayNumber: row.day).month } ?? true
        }
        try require(
            answer.total >= told?.count ?? 0,
            .nothingAcknowledgedIsMissing,
            "Insights of household \(place) counts \(answer.total) rows, fewer than its bank told"
        )
        for shown in answer.transactions {
            try require(
                shown.userID == members[0].id && accounts[shown.accountID] != nil,
                .householdsAreApart,
                "Insights of household \(place) shows \(shown), which is not its own"
            )
            guard shown.accountID == bank?.account, let rows = bank?.rows else { continue }
            try compare(shown, try row(shown.id, among: rows))
        }
    }

    // MARK: Rows

    /// The bank's row that an id stands for.
    private func row(
        _ id: ID<Entity.Entry>,
        among rows: [ModelBank.Row]
    ) throws -> ModelBank.Row {
        guard let met = bank?.known.first(where: { $0.value.entry == id }),
            let row = rows.first(where: { $0.place == met.key })
        else {
            throw Discrepancy(
                .householdsAreApart,
                "Insights of household \(place) shows \(id), which its bank did not tell"
            )
        }
        return row
    }

    /// What Insights calls a purchase.
    func shownCategory(_ row: ModelBank.Row) -> String {
        edit(of: row)?.category ?? LivingBank.insightsCategory
    }

    private func edit(of row: ModelBank.Row) -> ModelAnnotation? {
        bank?.known[row.place].flatMap { annotations[$0.transfer] }
    }

    private func compare(_ shown: API.Insights.Transaction, _ row: ModelBank.Row) throws {
        let edit = edit(of: row)
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

extension API.Insights.RagSearchRequest {
    /// Whether days and amounts let a row through.
    fileprivate func passes(_ row: ModelBank.Row) -> Bool {
        let size = Int64(row.amount.magnitude)
        return (from.map { $0.day.dayNumber <= row.day } ?? true)
            && (to.map { row.day <= $0.day.dayNumber } ?? true)
            && (amountMin.map { $0 <= size } ?? true) && (amountMax.map { size <= $0 } ?? true)
    }
}
