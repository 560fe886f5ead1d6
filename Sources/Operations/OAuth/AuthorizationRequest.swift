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
    /// What is granted, words with a space between.
    public let scope: String
    /// What the ID token carries to the client.
    public let nonce: String?
    /// The e-mail address that the client expects to sign in.
    public let loginHint: String?

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
