import Contract

/// A client's request for a code, found good (RFC 6749, section 4.1.1; RFC 7636, section 4.3).
public struct AuthorizationRequest: Sendable, Equatable {
    /// The id of the client.
    public let client: String
    /// Where the code is sent: one of the client's own addresses.
    public let redirect: String
    /// The challenge whose verifier redeems the code; always S256.
    public let challenge: String
    /// What the client wants back unchanged.
    public let state: String?
    /// Whether the client is an app of the house; any other one needs the member's agreement.
    public let isOwn: Bool
    /// What is granted, words with a space between.
    public let scope: String
    /// What the ID token carries to the client.
    public let nonce: String?
    /// The e-mail address that the client expects to sign in.
    public let loginHint: String?

    /// What the member agrees to by signing in, each as the end of the sentence "it may …"; nothing
    /// where an app of the house asks.
    public var permissions: [String] {
        isOwn ? [] : OAuthScope.permissions(OAuthScope.read(scope) ?? [])
    }

    /// The request as one text: what a second step of signing in is bound to.
    var context: String {
        let optional = [("state", state), ("nonce", nonce), ("login_hint", loginHint)]
        return Self.query(
            [
                ("client_id", client), ("redirect_uri", redirect), ("code_challenge", challenge),
                ("scope", scope),
            ] + optional.compactMap { name, value in value.map { (name, $0) } }
        )
    }

    /// Where the browser goes with a code.
    public func answer(code: String, issuer: String) -> String {
        Self.location(redirect, [("code", code), ("state", state), ("iss", issuer)])
    }

    /// Where the browser goes when the member does not agree (RFC 6749, section 4.1.2.1).
    public func declined(issuer: String) -> String {
        let refusal = OAuthRefusal(.accessDenied, "the member did not agree")
        return Self.location(redirect, refusal, state: state, issuer: issuer)
    }

    /// An address with a refusal for the client that waits there.
    static func location(
        _ redirect: String,
        _ refusal: OAuthRefusal,
        state: String?,
        issuer: String
    ) -> String {
        let answer = [
            ("error", refusal.code.rawValue), ("error_description", refusal.description),
            ("state", state), ("iss", issuer),
        ]
        return location(redirect, answer)
    }

    /// An address with further parameters, whatever it has already.
    ///
    /// Every value is written in characters that mean nothing to HTTP or to a URI.
    static func location(_ redirect: String, _ added: [(key: String, value: String?)]) -> String {
        let query = query(added.compactMap { name, value in value.map { (name, $0) } })
        guard redirect.contains("?") else { return "\(redirect)?\(query)" }
        let isOpen = redirect.hasSuffix("?") || redirect.hasSuffix("&")
        return isOpen ? redirect + query : "\(redirect)&\(query)"
    }

    private static func query(_ parameters: [(key: String, value: String)]) -> String {
        parameters.map { "\($0.key)=\(PercentCoding.encoded($0.value))" }.joined(separator: "&")
    }
}
