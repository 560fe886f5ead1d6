import Contract
import Operations

/// What a call asks for about limits, fences, positions and children's requests.
enum GuardianAction: Codable, Sendable, Equatable {
    case deleteRule(API.Guardian.NumberedRequest)
    case createGeofence(API.Guardian.GeofenceRequest)
    case deleteGeofence(API.Guardian.NumberedRequest)
    case updateLocation(API.Guardian.LocationUpdate)
    case listApprovals(API.Guardian.ApprovalsRequest)
    case decideApproval(API.Guardian.ApprovalAnswer)

    var endpoint: any EndpointDeclaration {
        switch self {
        case .deleteRule: API.Guardian.deleteRule
        case .createGeofence: API.Guardian.createGeofence
        case .deleteGeofence: API.Guardian.deleteGeofence
        case .updateLocation: API.Guardian.updateLocation
        case .listApprovals: API.Guardian.listApprovals
        case .decideApproval: API.Guardian.decideApproval
        }
    }
}

extension Run {
    func outcome(of action: GuardianAction) async throws -> Outcome {
        switch action {
        case .deleteRule(let input):
            try await sendChecked(API.Guardian.deleteRule, input, operations.guardian.deleteRule)
        case .createGeofence(let input):
            try await sendChecked(
                API.Guardian.createGeofence,
                input,
                operations.guardian.createGeofence
            )
        case .deleteGeofence(let input):
            try await sendChecked(
                API.Guardian.deleteGeofence,
                input,
                operations.guardian.deleteGeofence
            )
        case .updateLocation(let input):
            try await sendChecked(
                API.Guardian.updateLocation,
                input,
                operations.guardian.updateLocation
            )
        case .listApprovals(let input):
            try await sendChecked(
                API.Guardian.listApprovals,
                input,
                operations.guardian.listApprovals
            )
        case .decideApproval(let input):
            try await sendChecked(
                API.Guardian.decideApproval,
                input,
                operations.guardian.decideApproval
            )
        }
    }
}
