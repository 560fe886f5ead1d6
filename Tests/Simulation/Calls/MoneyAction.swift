import Contract
import Operations

/// What a call asks for about money that a child asks its parents for.
enum MoneyAction: Codable, Sendable, Equatable {
    case requestMoney(API.Allowance.MoneyRequest)
    case approveMoneyRequest(API.Allowance.MoneyRequestDecision)
    case declineMoneyRequest(API.Allowance.MoneyRequestDecision)

    var endpoint: any EndpointDeclaration {
        switch self {
        case .requestMoney: API.Allowance.requestMoney
        case .approveMoneyRequest: API.Allowance.approveMoneyRequest
        case .declineMoneyRequest: API.Allowance.declineMoneyRequest
        }
    }
}

extension Run {
    func outcome(of action: MoneyAction) async throws -> Outcome {
        switch action {
        case .requestMoney(let input):
            try await sendChecked(
                API.Allowance.requestMoney,
                input,
                operations.allowance.requestMoney
            )
        case .approveMoneyRequest(let input):
            try await sendChecked(
                API.Allowance.approveMoneyRequest,
                input,
                operations.allowance.approveMoneyRequest
            )
        case .declineMoneyRequest(let input):
            try await sendChecked(
                API.Allowance.declineMoneyRequest,
                input,
                operations.allowance.declineMoneyRequest
            )
        }
    }
}
