public import Contract
import Insights
import Kernel
import SQL
import Store

extension InsightsOperations {
    /// Sums the caller's transactions by category, merchant or month, and month by month.
    ///
    /// Transfers between own accounts count; what is in another currency does not.
    ///
    /// - Throws: ``Problem`` `invalid`, `unauthenticated`, `conflict`; ``ReplayedAnswer``;
    ///   `DatabaseError`.
    public func aggregateTransactions(
        _ input: API.Insights.RagAggregateRequest,
        _ call: Call
    ) async throws -> API.Insights.RagAggregateResponse {
        let window = try input.window
        let chat = input.chatID ?? call.newChatID
        let answer = try await recalling(call) { session, membership in
            let book = try book(of: membership, at: call.now, in: session)
            let rows = WindowRows(window: window, account: nil, book: book, session: session)
            var groups = GroupTotals(by: GroupTotals.Grouping(input.granularity))
            var months = GroupTotals(by: .month)
            try rows.visit { row in
                groups.add(row)
                months.add(row)
            }
            return API.Insights.RagAggregateResponse(
                granularity: input.granularity,
                from: input.from,
                to: input.to,
                buckets: Self.buckets(groups, input.granularity, membership.household),
                timeline: months.groupsByLabel.compactMap { group in
                    CivilMonth(group.label).map { month in
                        API.Insights.RagTimelineEntry(
                            bucket: WireMonth(month),
                            count: group.count,
                            sum: group.sum
                        )
                    }
                },
                chatID: chat,
                traceID: call.trace
            )
        }
        guard call.idempotency != nil else { return answer }
        return try await writing(call) { _, _ in answer }
    }

    /// The groups by their keys, the largest expense first, and of equal ones by their keys.
    private static func buckets(
        _ totals: GroupTotals,
        _ granularity: API.Insights.RagGranularity,
        _ household: ID<Entity.Household>
    ) -> [API.Insights.RagBucket] {
        let buckets = totals.groups.map { group in
            let isMerchant = granularity == .merchant
            return API.Insights.RagBucket(
                key: isMerchant ? MerchantID.id(of: group.label, in: household).text : group.label,
                label: MaskedText.masked(group.label),
                count: group.count,
                sum: group.sum,
                avg: group.average
            )
        }
        return buckets.sorted { ($0.sum, $0.key) < ($1.sum, $1.key) }
    }
}

extension API.Insights.RagAggregateRequest {
    /// The days that are summed.
    ///
    /// - Throws: ``Problem`` `invalid`.
    fileprivate var window: AnalysisWindow {
        get throws {
            do {
                return try AnalysisWindow(month: nil, from: from?.day.text, to: to?.day.text)
            } catch {
                throw Problem.invalid(
                    error.faults.map { Fault(field: $0.field.rawValue, rule: $0.rule.rawValue) }
                )
            }
        }
    }
}

extension GroupTotals.Grouping {
    fileprivate init(_ granularity: API.Insights.RagGranularity) {
        self =
            switch granularity {
            case .category: .category
            case .merchant: .merchant
            case .month: .month
            }
    }
}
