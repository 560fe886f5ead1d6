import Contract
import Operations

/// What a member asks Insights about the account of a bank, and tells it.
enum InsightsAction: Codable, Sendable, Equatable {
    case update(API.Insights.TransactionUpdateRequest)
    case overview(API.Insights.TransactionsRequest)
    case search(API.Insights.RagSearchRequest)
    case aggregate(API.Insights.RagAggregateRequest)
    case reset

    var endpoint: any EndpointDeclaration {
        switch self {
        case .update: API.Insights.updateTransaction
        case .overview: API.Insights.transactionsOverview
        case .search: API.Insights.searchTransactions
        case .aggregate: API.Insights.aggregateTransactions
        case .reset: API.Insights.resetTransactions
        }
    }

    /// Whether asking again after a lost answer comes to the same: a search tells nothing twice.
    var isRepeatable: Bool { if case .search = self { false } else { true } }
}

extension Run {
    func outcome(of action: InsightsAction) async throws -> Outcome {
        switch action {
        case .update(let input):
            try await sendChecked(
                API.Insights.updateTransaction,
                input,
                operations.insights.updateTransaction
            )
        case .overview(let input):
            try await sendChecked(
                API.Insights.transactionsOverview,
                input,
                operations.insights.transactionsOverview
            )
        case .search(let input):
            try await sendChecked(
                API.Insights.searchTransactions,
                input,
                operations.insights.searchTransactions
            )
        case .aggregate(let input):
            try await sendChecked(
                API.Insights.aggregateTransactions,
                input,
                operations.insights.aggregateTransactions
            )
        case .reset: try await reset()
        }
    }

    /// A bank that is read again from the beginning tells what is there, and not what was.
    private func reset() async throws -> Outcome {
        let outcome = try await sendChecked(
            API.Insights.resetTransactions,
            API.Insights.TransactionsResetRequest(),
            operations.insights.resetTransactions
        )
        bank?.beginAnew()
        return outcome
    }
}
