public import Kernel

extension API.Identity {
    /// A grant to exchange for tokens.
    ///
    /// The body is closed: a field it does not know is refused.
    public struct AuthTokenRequest: WireInput, Equatable {
        /// What is offered in exchange.
        public let grantType: GrantType
        /// The authorization code.
        public let code: String?
        /// The redirect URI the code was sent to.
        public let redirectURI: String?
        /// The PKCE verifier (RFC 7636); required with a code.
        public let codeVerifier: String?
        /// The refresh token.
        public let refreshToken: String?

        /// Makes a request.
        public init(
            grantType: GrantType,
            code: String? = nil,
            redirectURI: String? = nil,
            codeVerifier: String? = nil,
            refreshToken: String? = nil
        ) {
            self.grantType = grantType
            self.code = code
            self.redirectURI = redirectURI
            self.codeVerifier = codeVerifier
            self.refreshToken = refreshToken
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case grantType
            case code
            case redirectURI = "redirectUri"
            case codeVerifier
            case refreshToken
        }

        /// What each grant needs.
        public static let rules: [FieldRule<Self>] = [
            .needed("code", by: .authorizationCode) { $0.code },
            .needed("redirectUri", by: .authorizationCode) { $0.redirectURI },
            .needed("codeVerifier", by: .authorizationCode) { $0.codeVerifier },
            .needed("refreshToken", by: .refreshToken) { $0.refreshToken },
        ]

        /// The only fields the body may have.
        public static let closedFields: Set<String>? = Set(CodingKeys.allCases.map(\.rawValue))
    }

    /// The grants that are taken, in any case.
    public enum GrantType: String, Codable, Sendable, CaseIterable, WireEnum {
        /// A code from the sign-in page.
        case authorizationCode = "authorization_code"
        /// A refresh token.
        case refreshToken = "refresh_token"

        static var ignoresCase: Bool { true }
    }

    /// Tokens for the grant.
    public struct AuthTokenResponse: Codable, Sendable, Equatable {
        /// The access token, a JWT.
        public let accessToken: String
        /// Who signed in, as a JWT for the client; where the scope has `openid`.
        public let idToken: String?
        /// The next refresh token; the former one is spent.
        public let refreshToken: String?
        /// Life of the access token, in seconds.
        public let expiresIn: Int64
        /// `Bearer`.
        public let tokenType: String
        /// What the sign-in page granted, words with a space between.
        public let scope: String?
        /// The member.
        public let userID: ID<Entity.Member>?
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(
            accessToken: String,
            idToken: String? = nil,
            refreshToken: String?,
            expiresIn: Int64,
            scope: String? = nil,
            userID: ID<Entity.Member>?,
            traceID: String
        ) {
            self.accessToken = accessToken
            self.idToken = idToken
            self.refreshToken = refreshToken
            self.expiresIn = expiresIn
            self.tokenType = "Bearer"
            self.scope = scope
            self.userID = userID
            self.traceID = traceID
        }
    }

    /// Exchanges a grant for tokens.
    public static let exchangeToken = Endpoint<AuthTokenRequest, AuthTokenResponse>(
        "exchangeToken",
        .post,
        "/auth/token",
        "Exchanges a refresh token or an authorization code for tokens.",
        access: .anyone,
        repeats: .never,
        surface: .insights,
        refusals: [.unauthenticated, .providerUnavailable],
        example: AuthTokenRequest(
            grantType: .refreshToken,
            refreshToken: "8kXo3m0v4sJp1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6"
        ),
        answers: AuthTokenResponse(
            accessToken: "mock_token_123",
            refreshToken: "1pXo3m0v4sJp1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6",
            expiresIn: 3_600,
            userID: ID(RawID(high: 0x3F2B_8F57_6C1E_4C9C, low: 0x9A55_2F9F_3C0D_8E11)),
            traceID: "d4b1c0de"
        )
    )
}

extension FieldRule<API.Identity.AuthTokenRequest> {
    /// A field that a grant cannot do without.
    fileprivate static func needed(
        _ field: String,
        by grant: API.Identity.GrantType,
        _ value: @escaping @Sendable (Body) -> String?
    ) -> Self {
        .field(field, is: .present, where: "grantType", says: [grant], "is required") { body in
            (body.grantType, value(body) != nil)
        }
    }
}
