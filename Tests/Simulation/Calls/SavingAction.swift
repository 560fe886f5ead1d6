import Contract
import Operations

/// What a call asks for about a child's jars and goals.
enum SavingAction: Codable, Sendable, Equatable {
    case moveBetweenJars(API.Allowance.JarMoveRequest)
    case createGoal(API.Allowance.GoalRequest)
    case updateGoal(API.Allowance.GoalUpdateRequest)
    case deleteGoal(API.Allowance.GoalReference)
    case listGoals(API.Allowance.ChildRequest)

    var endpoint: any EndpointDeclaration {
        switch self {
        case .moveBetweenJars: API.Allowance.moveBetweenJars
        case .createGoal: API.Allowance.createGoal
        case .updateGoal: API.Allowance.updateGoal
        case .deleteGoal: API.Allowance.deleteGoal
        case .listGoals: API.Allowance.listGoals
        }
    }
}

extension Run {
    func outcome(of action: SavingAction) async throws -> Outcome {
        switch action {
        case .moveBetweenJars(let input):
            try await sendChecked(
                API.Allowance.moveBetweenJars,
                input,
                operations.allowance.moveBetweenJars
            )
        case .createGoal(let input):
            try await sendChecked(API.Allowance.createGoal, input, operations.allowance.createGoal)
        case .updateGoal(let input):
            try await sendChecked(API.Allowance.updateGoal, input, operations.allowance.updateGoal)
        case .deleteGoal(let input):
            try await sendChecked(API.Allowance.deleteGoal, input, operations.allowance.deleteGoal)
        case .listGoals(let input):
            try await sendChecked(API.Allowance.listGoals, input, operations.allowance.listGoals)
        }
    }
}
