import Contract
import Kernel

/// What a token says of itself (RFC 7519).
///
/// The client does not verify it, and believes it in nothing that matters: it keeps members apart
/// and tells when to renew.
struct TokenClaims: Sendable, Equatable {
    /// Whose token it is.
    let subject: String
    /// The session it is of, on the server; `nil` for a token of another issuer.
    let session: String?
    /// How long it is good from its issue; `nil` when it does not say.
    let lifetimeSeconds: Int64?
    let issuer: String?
    /// For whom it is.
    let audience: [String]
    /// What the sign-in was asked to repeat.
    let nonce: String?

    /// Reads a token; `nil` when it is no JSON Web Token.
    init?(of token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.bytes(parts[1].utf8),
            let claims = try? JSONParser.parse(bytes),
            let subject = claims["sub"]?.string, !subject.isEmpty
        else { return nil }
        self.subject = subject
        session = claims["sid"]?.string
        issuer = claims["iss"]?.string
        nonce = claims["nonce"]?.string
        if case .array(let values)? = claims["aud"] {
            audience = values.compactMap(\.string)
        } else {
            audience = claims["aud"]?.string.map { [$0] } ?? []
        }
        if case .number(let issued)? = claims["iat"], case .number(let end)? = claims["exp"],
            let issued = Int64(issued), let end = Int64(end), end > issued
        {
            lifetimeSeconds = end - issued
        } else {
            lifetimeSeconds = nil
        }
    }
}
