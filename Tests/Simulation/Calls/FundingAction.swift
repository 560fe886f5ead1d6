import Contract
import Operations

/// What a call asks for about what is paid with.
enum FundingAction: Codable, Sendable, Equatable {
    case confirmCard(API.Guardian.ConfirmCardRequest)
    case setWalletSource(API.Guardian.WalletSourceRequest)
    case deleteWalletSource(API.Guardian.WalletSourceRequest)

    var endpoint: any EndpointDeclaration {
        switch self {
        case .confirmCard: API.Guardian.confirmCard
        case .setWalletSource: API.Guardian.setWalletSource
        case .deleteWalletSource: API.Guardian.deleteWalletSource
        }
    }
}

extension Run {
    func outcome(of action: FundingAction) async throws -> Outcome {
        switch action {
        case .confirmCard(let input):
            try await sendChecked(API.Guardian.confirmCard, input, operations.guardian.confirmCard)
        case .setWalletSource(let input):
            try await sendChecked(
                API.Guardian.setWalletSource,
                input,
                operations.guardian.setWalletSource
            )
        case .deleteWalletSource(let input):
            try await sendChecked(
                API.Guardian.deleteWalletSource,
                input,
                operations.guardian.deleteWalletSource
            )
        }
    }
}
