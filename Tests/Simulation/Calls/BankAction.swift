import Contract
import Kernel
import Operations

/// What happens at a household's bank, and what a member asks for about it.
enum BankAction: Codable, Sendable, Equatable {
    /// So many things happen at the bank on a day.
    case live(events: Int, day: Int)
    case link(publicToken: String)
    /// `isHealthy`: Whether the bank answers every time.
    case sync(isHealthy: Bool)
    case unlink(account: Int64)

    /// The endpoint that is called; `nil` for what is the bank's own doing.
    var endpoint: (any EndpointDeclaration)? {
        switch self {
        case .live: nil
        case .link: API.Banking.exchangePublicToken
        case .sync: API.Banking.syncAccounts
        case .unlink: API.Banking.deleteAccount
        }
    }

    var name: String { endpoint?.name ?? "bankLives" }

    /// How much later the next attempt is: by then a process that died has no lease any more.
    var retryMS: Int64 { 2 * Limits.bankLeaseMilliseconds }
}

extension Run {
    func outcome(of action: BankAction) async throws -> Outcome {
        guard let bank else { preconditionFailure("banks are asked where there are any") }
        switch action {
        case .live(let events, let day):
            bank.live(events, on: CivilDay(dayNumber: day))
            return .done
        case .link(let token):
            return try await send(
                API.Banking.exchangePublicToken,
                API.Banking.PublicTokenExchangeRequest(publicToken: token),
                operations.banking.exchangePublicToken
            )
        case .sync(let isHealthy):
            bank.fail(!isHealthy)
            return try await send(
                API.Banking.syncAccounts,
                Empty(),
                operations.banking.syncAccounts
            )
        case .unlink(let account):
            return try await sendChecked(
                API.Banking.deleteAccount,
                API.Banking.AccountRequest(id: account),
                operations.banking.deleteAccount
            )
        }
    }
}
