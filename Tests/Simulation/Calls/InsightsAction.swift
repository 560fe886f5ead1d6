import Contract
import Operations

/// What a member asks Insights about the account of a bank, and tells it.
enum InsightsAction: Codable, Sendable, Equatable {
    case update(API.Insights.TransactionUpdateRequest)
    case overview(API.Insights.TransactionsRequest)
    case search(API.Insights.RagSearchRequest)
    case aggregate(API.Insights.RagAggregateRequest)
    case totals(API.Insights.RagSummariesRequest)
    case summary(API.Insights.AnalyticsSummaryRequest)
    case accounts
    case ask(API.Insights.AiChatRequest)
    case seed
    case reset
    case deleteUser(API.Insights.DeleteUserRequest)

    var endpoint: any EndpointDeclaration {
        switch self {
        case .update: API.Insights.updateTransaction
        case .overview: API.Insights.transactionsOverview
        case .search: API.Insights.searchTransactions
        case .aggregate: API.Insights.aggregateTransactions
        case .totals: API.Insights.monthlyTotals
        case .summary: API.Insights.monthlySummary
        case .accounts: API.Insights.accountsOverview
        case .ask: API.Insights.sendMessage
        case .seed: API.Insights.syncTransactions
        case .reset: API.Insights.resetTransactions
        case .deleteUser: API.Insights.deleteUser
        }
    }

    /// Whether asking again after a lost answer comes to the same: a search tells nothing twice, a
    /// question is kept, and who was deleted is nobody.
    var isRepeatable: Bool {
        switch self {
        case .search, .ask, .deleteUser: false
        default: true
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
        case .totals(let input):
            try await sendChecked(
                API.Insights.monthlyTotals,
                input,
                operations.insights.monthlyTotals
            )
        case .summary(let input):
            try await sendChecked(
                API.Insights.monthlySummary,
                input,
                operations.insights.monthlySummary
            )
        case .accounts:
            try await sendChecked(
                API.Insights.accountsOverview,
                Empty(),
                operations.insights.accountsOverview
            )
        case .ask(let input):
            try await sendChecked(
                API.Insights.sendMessage,
                input,
                operations.insights.sendMessage
            )
        case .seed:
            try await sendChecked(
                API.Insights.syncTransactions,
                API.Insights.TransactionsSyncRequest(demoSeed: true),
                operations.insights.syncTransactions
            )
        case .reset: try await reset()
        case .deleteUser(let input):
            try await sendChecked(API.Insights.deleteUser, input) { input, call in
                try await operations.allowance.deleteUser(input, isOperator: false, call)
            }
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
