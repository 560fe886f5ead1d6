public import Contract
import Insights
import Kernel
import SQL
import Store

extension InsightsOperations {
    /// Sums a month of the caller by category and by merchant, the largest expense first.
    ///
    /// Transfers between own accounts are listed, and are not in the totals; what is in another
    /// currency is in none of it.
    ///
    /// - Throws: ``Problem`` `invalid`, `unauthenticated`; `DatabaseError`.
    public func monthlyTotals(
        _ input: API.Insights.RagSummariesRequest,
        _ call: Call
    ) async throws -> API.Insights.RagSummariesResponse {
        let window = AnalysisWindow(month: input.month.month)
        return try await reading(call) { session, membership in
            let book = try book(of: membership, at: call.now, in: session)
            let rows = WindowRows(window: window, account: nil, book: book, session: session)
            var totals = WindowAggregates(of: window)
            var categories = GroupTotals(by: .category)
            var merchants = GroupTotals(by: .merchant)
            try rows.visit { row in
                totals.add(row)
                categories.add(row)
                merchants.add(row)
            }
            return API.Insights.RagSummariesResponse(
                month: input.month,
                totals: API.Insights.RagTotals(
                    income: totals.incomeMinor,
                    expense: totals.expenseMinor
                ),
                categories: Self.categories(categories.groups),
                merchants: merchants.groups.prefix(Limits.totalledMerchants).map { group in
                    API.Insights.RagMerchant(
                        merchantID: MerchantID.id(of: group.label, in: membership.household),
                        label: MaskedText.masked(group.label),
                        count: group.count,
                        sum: group.sum
                    )
                },
                traceID: call.trace
            )
        }
    }

    private static func categories(
        _ groups: [GroupTotals.Group]
    ) -> [API.Insights.RagCategory] {
        zip(SearchTable.codes(ofCategories: groups.map(\.label)), groups).map { code, group in
            API.Insights.RagCategory(
                code: code,
                label: MaskedText.masked(group.label),
                count: group.count,
                sum: group.sum,
                avg: group.average
            )
        }
    }
}
