import Kernel

extension AuthorizationRequest {
    /// Checks a request for a code.
    ///
    /// Client and address come first: as long as they are not known to belong together, the
    /// browser is sent nowhere.
    ///
    /// - Parameters:
    ///   - pairs: The parameters as they were sent; those that mean nothing here are ignored.
    ///   - clients: The clients that there are.
    /// - Returns: The request, or how it is refused.
    public static func read(
        _ pairs: [(key: String, value: String)],
        _ clients: OAuthClients
    ) -> AuthorizationCheck {
        let parameters = OAuthParameters(pairs)
        guard let client = parameters["client_id"].flatMap(clients.find) else {
            return .page("The app that sent you here is not known to this server.")
        }
        guard let redirect = parameters["redirect_uri"], client.allows(redirect) else {
            return .page("The app that sent you here wants to go on at an address not its own.")
        }
        do throws(OAuthRefusal) {
            return .ask(try AuthorizationRequest(parameters, client, redirect))
        } catch {
            let state = parameters["state"]
            return .redirect(location(redirect, error, state: state, issuer: clients.issuer))
        }
    }

    private static let names = [
        "response_type", "response_mode", "code_challenge", "code_challenge_method", "scope",
        "state", "nonce", "login_hint", "prompt", "request", "request_uri",
    ]

    private init(
        _ parameters: OAuthParameters,
        _ client: OAuthClient,
        _ redirect: String
    ) throws(OAuthRefusal) {
        if let name = Self.names.first(where: parameters.repeated.contains) {
            throw OAuthRefusal(.invalidRequest, "\(name) is given twice")
        }
        try Self.requireKind(parameters)
        guard let challenge = parameters["code_challenge"] else {
            throw OAuthRefusal(.invalidRequest, "code_challenge is required")
        }
        guard PKCE.isWellFormed(challenge) else {
            throw OAuthRefusal(.invalidRequest, "code_challenge must have 43 to 128 characters")
        }
        guard parameters["code_challenge_method"] == "S256" else {
            throw OAuthRefusal(.invalidRequest, "code_challenge_method must be S256")
        }
        let scopes = try Self.scopes(parameters, client)
        let nonce = parameters["nonce"]
        guard nonce.map(Self.isNonce) ?? true else {
            let rule = "must have at most \(Limits.nonceCharacters) characters, none a control"
            throw OAuthRefusal(.invalidRequest, "nonce \(rule)")
        }
        self.init(
            client: client.id,
            redirect: redirect,
            challenge: challenge,
            state: parameters["state"],
            isOwn: client.isOwn,
            scope: OAuthScope.text(scopes.isEmpty ? OAuthScope.usual : scopes),
            nonce: nonce,
            loginHint: parameters["login_hint"]
        )
    }

    /// What is asked for, of what the client may ask for.
    private static func scopes(
        _ parameters: OAuthParameters,
        _ client: OAuthClient
    ) throws(OAuthRefusal) -> [OAuthScope] {
        let known = OAuthScope.allCases.filter { client.isOwn || $0 != .account }
        guard let scopes = OAuthScope.read(parameters["scope"] ?? ""),
            scopes.allSatisfy(known.contains)
        else { throw OAuthRefusal(.invalidScope, "scope may have \(OAuthScope.text(known))") }
        return scopes
    }

    /// Refuses what is asked in a way that this server does not have.
    private static func requireKind(_ parameters: OAuthParameters) throws(OAuthRefusal) {
        guard parameters["request"] == nil else {
            throw OAuthRefusal(.requestNotSupported, "request is not read here")
        }
        guard parameters["request_uri"] == nil else {
            throw OAuthRefusal(.requestURINotSupported, "request_uri is not read here")
        }
        guard parameters["response_type"] == "code" else {
            throw OAuthRefusal(.unsupportedResponseType, "response_type must be code")
        }
        guard parameters["response_mode"] ?? "query" == "query" else {
            throw OAuthRefusal(.invalidRequest, "response_mode must be query")
        }
        // The page asks each time, so nobody is signed in before it.
        let prompts = parameters["prompt"]?.split(separator: " ") ?? []
        guard !prompts.contains("none") else {
            throw OAuthRefusal(.loginRequired, "the member has to be asked")
        }
    }

    private static func isNonce(_ text: String) -> Bool {
        text.unicodeScalars.count <= Limits.nonceCharacters
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
