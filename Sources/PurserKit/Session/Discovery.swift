import Contract

/// What the server says of its sign-in page (OpenID Connect Discovery 1.0; RFC 8414).
struct Discovery: Codable, Sendable, Equatable {
    /// The name under which it signs and answers.
    let issuer: String
    /// The page.
    let page: String
    /// How it can be proved who asked for a code.
    let proofs: [String]?
    /// Whether the page's answers name the issuer (RFC 9207).
    let namesIssuer: Bool?

    enum CodingKeys: String, CodingKey {
        case issuer
        case page = "authorization_endpoint"
        case proofs = "code_challenge_methods_supported"
        case namesIssuer = "authorization_response_iss_parameter_supported"
    }

    /// The document, as a call: one among the others for retry, circuit and observers.
    static let endpoint = Endpoint<Empty, Discovery>(
        "discovery",
        .get,
        "/.well-known/openid-configuration",
        "Tells where and how to sign in.",
        access: .anyone,
        repeats: .freely,
        surface: .insights,
        example: Empty(),
        answers: Discovery(
            issuer: "https://purser.example.com",
            page: "https://purser.example.com/oauth2/authorize",
            proofs: ["S256"],
            namesIssuer: true
        )
    )
}
