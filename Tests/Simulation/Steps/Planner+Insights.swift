import Contract
import Kernel

extension Planner {
    /// Questions of Insights about the account of a bank.
    mutating func askingInsights(_ bank: ModelBank) -> [[PlannedCall]] {
        let member = home.members[0]
        return [[call(bearer(of: member), .insights(overview(bank)))]]
    }

    /// A step with every question, without failures.
    mutating func askingInsights() -> PlannedStep {
        guard let bank = home.bank else { preconditionFailure("the household may link a bank") }
        looks = true
        let bearer = bearer(of: home.members[0])
        let waves = [overview(bank)].map { [call(bearer, .insights($0), mayFail: false)] }
        return planned(.bank, waves)
    }

    /// Another category or other notes for a purchase, by its owner or, now and then, by somebody
    /// who must not see it.
    mutating func update(_ row: ModelBank.Known) -> PlannedCall {
        let category = chance.oneIn(3) ? nil : chance.pick(Menu.ledger).text
        let notes: ClearableText? =
            chance.oneIn(2) && category != nil
            ? nil : ClearableText(chance.oneIn(4) ? "" : "note \(chance.below(1_000))")
        let input = API.Insights.TransactionUpdateRequest(
            transactionID: row.entry,
            category: category,
            notes: notes
        )
        let caller = chance.oneIn(8) ? anyMember() : home.members[0]
        return call(bearer(of: caller), .insights(.update(input)))
    }

    /// Everything, or the month of one of the rows.
    private mutating func overview(_ bank: ModelBank) -> InsightsAction {
        let rows = bank.rows ?? []
        let day = chance.oneIn(2) ? nil : chance.pickAny(rows)?.day
        let pages = rows.count / Limits.pageRowsMost
        return .overview(
            API.Insights.TransactionsRequest(
                month: day.map { WireMonth(CivilDay(dayNumber: $0).month) },
                accountID: bank.account,
                page: PageNumber(Int64(chance.below(1 + pages))),
                pageSize: PageNumber(Int64(Limits.pageRowsMost))
            )
        )
    }
}
