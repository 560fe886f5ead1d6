import Contract
import Operations

/// What a call asks for about a child's tasks.
enum ChoreAction: Codable, Sendable, Equatable {
    case assignChore(API.Allowance.ChoreRequest)
    case finishChore(API.Allowance.ChoreReference)
    case approveChore(API.Allowance.ChoreReference)
    case rejectChore(API.Allowance.ChoreRejection)
    case deleteChore(API.Allowance.ChoreReference)

    var endpoint: any EndpointDeclaration {
        switch self {
        case .assignChore: API.Allowance.assignChore
        case .finishChore: API.Allowance.finishChore
        case .approveChore: API.Allowance.approveChore
        case .rejectChore: API.Allowance.rejectChore
        case .deleteChore: API.Allowance.deleteChore
        }
    }
}

extension Run {
    func outcome(of action: ChoreAction) async throws -> Outcome {
        switch action {
        case .assignChore(let input):
            try await sendChecked(
                API.Allowance.assignChore,
                input,
                operations.allowance.assignChore
            )
        case .finishChore(let input):
            try await sendChecked(
                API.Allowance.finishChore,
                input,
                operations.allowance.finishChore
            )
        case .approveChore(let input):
            try await sendChecked(
                API.Allowance.approveChore,
                input,
                operations.allowance.approveChore
            )
        case .rejectChore(let input):
            try await sendChecked(
                API.Allowance.rejectChore,
                input,
                operations.allowance.rejectChore
            )
        case .deleteChore(let input):
            try await sendChecked(
                API.Allowance.deleteChore,
                input,
                operations.allowance.deleteChore
            )
        }
    }
}
