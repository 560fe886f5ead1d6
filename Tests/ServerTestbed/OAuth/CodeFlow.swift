import Contract
import Operations
import PurserKit
import Testbed
import Testing

/// A client's way through the authorization server: what it sends to be asked, and to redeem.
struct CodeFlow {
    /// What an app of the house has besides what it asks for.
    static let wholeAPI = "guardian banking rewards allowance insights account"

    var client = "purser-native"
    var redirect = "safepocket://auth/callback"
    var scope: String?
    var nonce: String?
    /// The example of RFC 7636, appendix B.
    var verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    var challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    /// The request that the sign-in page was opened with.
    func request(_ server: InProcessServer) throws -> AuthorizationRequest {
        let pairs = [
            ("response_type", "code"), ("client_id", client), ("redirect_uri", redirect),
            ("code_challenge", challenge), ("code_challenge_method", "S256"),
            ("scope", scope ?? ""), ("nonce", nonce ?? ""),
        ]
        let check = AuthorizationRequest.read(
            pairs.map { (key: $0.0, value: $0.1) },
            server.operations.identity.oauthClients
        )
        guard case .ask(let request) = check else { throw NotAsked(check: check) }
        return request
    }

    /// A code for the member who signs in.
    func code(
        _ server: InProcessServer,
        _ email: String = "parent@example.com"
    ) async throws -> String {
        let step = try await server.operations.identity.signInForCode(
            try request(server),
            email: email,
            password: InProcessServer.password,
            server.call()
        )
        guard case .passed(let code) = step else { throw NoCode(step: step) }
        return code
    }

    /// The form that redeems a code, with fields replaced or, for `nil`, left out.
    func form(_ code: String, _ changes: [String: String?] = [:]) -> [(String, String)] {
        let fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
            ("client_id", client), ("code_verifier", verifier),
        ]
        return fields.compactMap { name, value in
            guard let change = changes[name] else { return (name, value) }
            return change.map { (name, $0) }
        }
    }

    /// Tokens for a code.
    func tokens(_ server: InProcessServer) async throws -> OAuthTokens {
        let answer = try await server.token(form(try await code(server)))
        return try OAuthTokens(answer)
    }

    struct NotAsked: Error {
        let check: AuthorizationCheck
    }

    struct NoCode: Error {
        let step: SignInProgress<String>
    }
}

/// What the token endpoint gave.
struct OAuthTokens {
    let access: String
    let refresh: String
    let scope: String
    let identity: String?

    init(_ answer: TransportResponse) throws {
        try #require(answer.status == 200, "\(answer.text)")
        access = try #require(try answer.string("access_token"))
        refresh = try #require(try answer.string("refresh_token"))
        scope = try #require(try answer.string("scope"))
        identity = try answer.string("id_token")
    }
}

extension InProcessServer {
    /// Sends a form to the token endpoint.
    func token(
        _ fields: [(String, String)],
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        let body = fields.map { "\($0.0)=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
        var headers = headers
        if headers["Content-Type"] == nil {
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        }
        return try await post("/oauth2/token", body, headers: headers)
    }

    /// Redeems a refresh token at the token endpoint.
    func refresh(
        _ token: String,
        client: String = "purser-native",
        scope: String? = nil
    ) async throws -> TransportResponse {
        let fields = [
            ("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", client),
        ]
        return try await self.token(fields + (scope.map { [("scope", $0)] } ?? []))
    }

    /// What a member hears who asks who it is.
    func status(of token: String) async throws -> Int {
        try await get("/api/auth/me", token: token).status
    }
}
