import Contract
import Operations

/// What a member asks Insights about the account of a bank, and tells it.
enum InsightsAction: Codable, Sendable, Equatable {
    case update(API.Insights.TransactionUpdateRequest)
    case overview(API.Insights.TransactionsRequest)

    var endpoint: any EndpointDeclaration {
        switch self {
        case .update: API.Insights.updateTransaction
        case .overview: API.Insights.transactionsOverview
        }
    }
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
        }
    }
}
