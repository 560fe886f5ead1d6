import Contract
import Kernel
import Operations

/// What a call asks for about sign-ins that are renewed.
enum SessionAction: Codable, Sendable, Equatable {
    case loginUser(email: String)
    case exchangeToken(refreshToken: String)

    var endpoint: any EndpointDeclaration {
        switch self {
        case .loginUser: API.Banking.loginUser
        case .exchangeToken: API.Identity.exchangeToken
        }
    }
}

extension Run {
    func outcome(of action: SessionAction) async throws -> Outcome {
        switch action {
        case .loginUser(let email): try await loginUser(email)
        case .exchangeToken(let token): try await exchangeToken(token)
        }
    }

    private func loginUser(_ email: String) async throws -> Outcome {
        try await shaping(.banking) {
            let answer = try await operations.identity.loginUser(
                API.Banking.LoginRequest(email: email, password: Action.password),
                operatorCall()
            )
            return try granted(answer.accessToken, answer.refreshToken)
        }
    }

    private func exchangeToken(_ token: String) async throws -> Outcome {
        try await shaping(.insights) {
            let answer = try await operations.identity.exchangeToken(
                API.Identity.AuthTokenRequest(grantType: .refreshToken, refreshToken: token),
                operatorCall()
            )
            return try granted(answer.accessToken, answer.refreshToken)
        }
    }

    private func granted(_ access: String, _ refresh: String?) throws -> Outcome {
        guard let refresh, let bearer = keys.tokens.bearer(of: access, now: now) else {
            throw Problem(.internal, "what was just issued is not good")
        }
        return .granted(Bearer(bearer), refreshToken: refresh)
    }
}
