import Contract
import Kernel

extension Planner {
    /// A question of Insights about the account of a bank, or two about all accounts that must be
    /// answered alike.
    mutating func askingInsights(_ bank: ModelBank) -> [[PlannedCall]] {
        let bearer = bearer(of: home.members[0])
        switch chance.below(5) {
        case 0: return [[call(bearer, .insights(overview(bank)))]]
        case 1: return [[call(bearer, .insights(search(bank)), mayFail: false)]]
        case 2: return month(bank).map { [call(bearer, .insights($0), mayFail: false)] }
        case 3:
            let seed = call(bearer, .insights(.seed), mayFail: false)
            return [[call(bearer, .insights(merchants))], [seed]]
        default: return sums.map { [call(bearer, .insights($0), mayFail: false)] }
        }
    }

    /// A step with every question, without failures.
    mutating func askingInsights() -> PlannedStep {
        guard let bank = home.bank else { preconditionFailure("the household may link a bank") }
        looks = true
        let bearer = bearer(of: home.members[0])
        let questions = [overview(bank), search(bank), merchants] + sums + month(bank)
        return planned(.bank, questions.map { [call(bearer, .insights($0), mayFail: false)] })
    }

    /// Another category or other notes for a purchase, by its owner or, now and then, by somebody
    /// who must not see it.
    mutating func update(_ row: ModelBank.Known) -> PlannedCall {
        let category = chance.oneIn(3) ? nil : chance.pick(Menu.ledger).text
        let isNoted = category == nil || chance.oneIn(2)
        let notes = chance.oneIn(4) ? "" : "note \(chance.below(1_000))"
        let input = API.Insights.TransactionUpdateRequest(
            transactionID: row.entry,
            category: category,
            notes: isNoted ? ClearableText(notes) : nil
        )
        let caller = chance.oneIn(8) ? anyMember() : home.members[0]
        return call(bearer(of: caller), .insights(.update(input)))
    }

    /// Everything, or the month of one of the rows.
    private mutating func overview(_ bank: ModelBank) -> InsightsAction {
        let rows = bank.rows ?? []
        let day = chance.oneIn(2) ? nil : chance.pickAny(rows)?.day
        let pages = rows.count / Int(Limits.pageRowsMost)
        return .overview(
            API.Insights.TransactionsRequest(
                month: day.map { WireMonth(CivilDay(dayNumber: $0).month) },
                accountID: bank.account,
                page: PageNumber(Int64(chance.below(1 + pages))),
                pageSize: PageNumber(Limits.pageRowsMost)
            )
        )
    }

    /// What was bought at the bank's merchants, about the day and the amount of one of the rows.
    private mutating func search(_ bank: ModelBank) -> InsightsAction {
        let row = chance.pickAny(bank.rows ?? [])
        let day = row.flatMap { chance.oneIn(2) ? CivilDay(dayNumber: $0.day) : nil }
        let amount = row.flatMap { chance.oneIn(3) ? Int64($0.amount.magnitude) : nil }
        let category = row.flatMap { chance.oneIn(3) ? home.shownCategory($0) : nil }
        return .search(
            API.Insights.RagSearchRequest(
                from: day.map { WireDay($0.adding(days: -chance.below(20))) },
                to: day.map { WireDay($0.adding(days: chance.below(20))) },
                categories: category.map { [chance.oneIn(2) ? $0 : $0.uppercased()] },
                merchant: LivingBank.merchantWord,
                amountMin: amount.map { $0 / 2 },
                amountMax: amount.map { $0 * 2 },
                topK: Int64(1 + chance.below(Limits.searchResults))
            )
        )
    }

    /// A month of all accounts, in three ways.
    private mutating func month(_ bank: ModelBank) -> [InsightsAction] {
        let day = chance.pickAny(bank.rows ?? [])?.day ?? home.almanac.day(nowMS).number
        let month = WireMonth(CivilDay(dayNumber: day).month)
        return [
            .overview(API.Insights.TransactionsRequest(month: month)),
            .totals(API.Insights.RagSummariesRequest(month: month)),
            .summary(API.Insights.AnalyticsSummaryRequest(month: month)),
        ]
    }

    /// All that was bought, merchant by merchant.
    private var merchants: InsightsAction {
        .aggregate(API.Insights.RagAggregateRequest(granularity: .merchant))
    }

    /// The sums of all accounts, in two ways.
    private var sums: [InsightsAction] {
        [
            .overview(API.Insights.TransactionsRequest()),
            .aggregate(API.Insights.RagAggregateRequest(granularity: .category)),
        ]
    }
}
