import Contract
import Operations

/// What a call asks for about policies.
enum PolicyAction: Codable, Sendable, Equatable {
    case create(API.Guardian.PolicyInput)
    case update(API.Guardian.PolicyUpdate)
    case step(API.Guardian.PolicyStepRequest)
    case list(API.Guardian.PoliciesRequest)

    var endpoint: any EndpointDeclaration {
        switch self {
        case .create: API.Guardian.createPolicy
        case .update: API.Guardian.updatePolicy
        case .step: API.Guardian.setPolicyState
        case .list: API.Guardian.listPolicies
        }
    }
}

extension Run {
    func outcome(of action: PolicyAction) async throws -> Outcome {
        switch action {
        case .create(let input):
            try await sendChecked(
                API.Guardian.createPolicy,
                input,
                operations.guardian.createPolicy
            )
        case .update(let input):
            try await sendChecked(
                API.Guardian.updatePolicy,
                input,
                operations.guardian.updatePolicy
            )
        case .step(let input):
            try await sendChecked(
                API.Guardian.setPolicyState,
                input,
                operations.guardian.setPolicyState
            )
        case .list(let input):
            try await sendChecked(
                API.Guardian.listPolicies,
                input,
                operations.guardian.listPolicies
            )
        }
    }
}
