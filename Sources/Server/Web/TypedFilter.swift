import Contract
import Kernel
import Web

/// The filters of the page of transactions, as its endpoints take them.
struct TypedFilter {
    /// What is wrong with what was typed, by the endpoint's names of the fields.
    let problems: [String: String]
    private let amountMin: Int64?
    private let amountMax: Int64?

    /// `currency`: The household's, in which amounts are typed.
    init(_ shown: TransactionSearch, _ currency: Currency) {
        var problems = ListPeriod.problems(shown)
        let amount = { (field: String, text: String) -> Int64? in
            guard !text.isEmpty else { return nil }
            let minor = TypedAmount.minor(text, in: currency)
            if minor == nil { problems[field] = "must be an amount, such as 12.50" }
            return minor
        }
        amountMin = amount("amountMin", shown.least)
        amountMax = amount("amountMax", shown.most)
        self.problems = problems
    }

    /// A page of the list, and one transaction more, which tells whether there is another page.
    func request(
        _ shown: TransactionSearch,
        _ period: ListPeriod
    ) -> API.Insights.TransactionsRequest {
        let month = period.isWholeMonth ? period.month : nil
        return API.Insights.TransactionsRequest(
            month: month.map { WireMonth($0) },
            from: month == nil ? .day(period.first) : nil,
            to: month == nil ? .day(period.last) : nil,
            accountID: shown.account,
            category: shown.category.isEmpty ? nil : shown.category,
            amountMin: amountMin,
            amountMax: amountMax,
            before: shown.before.map { WireTimestamp($0.instant) },
            beforeID: shown.before?.id,
            pageSize: PageNumber(TransactionsView.pageSize + 1)
        )
    }

    /// A search.
    func request(_ shown: TransactionSearch) -> API.Insights.RagSearchRequest {
        API.Insights.RagSearchRequest(
            q: shown.text,
            from: CivilDay(shown.from).map { WireDay($0) },
            to: CivilDay(shown.to).map { WireDay($0) },
            category: shown.category.isEmpty ? nil : shown.category,
            amountMin: amountMin,
            amountMax: amountMax,
            topK: FoundTransactionsView.most,
            offset: shown.skipped,
            accountID: shown.account
        )
    }
}
