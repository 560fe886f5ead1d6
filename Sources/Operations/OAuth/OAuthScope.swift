/// A word of what a client may ask for (RFC 6749, section 3.3; OpenID Connect Core, section 5.4).
public enum OAuthScope: String, Sendable, CaseIterable {
    /// An ID token.
    case openid
    /// The member's names in it.
    case profile
    /// The member's e-mail address in it.
    case email
    /// A refresh token, which every client is given anyway.
    case offlineAccess = "offline_access"

    /// What a client is granted that asks for nothing.
    static let usual = [OAuthScope.offlineAccess]

    /// The words of a text, each once; `nil` when one is not known.
    static func read(_ text: String) -> [OAuthScope]? {
        var scopes: [OAuthScope] = []
        for word in text.split(separator: " ") {
            guard let scope = OAuthScope(rawValue: String(word)) else { return nil }
            if !scopes.contains(scope) { scopes.append(scope) }
        }
        return scopes
    }

    /// Words as they are stored and sent.
    static func text(_ scopes: [OAuthScope]) -> String {
        scopes.map(\.rawValue).joined(separator: " ")
    }
}
