public import Kernel

/// Somebody else whose tokens are taken, and everything they are held against.
///
/// Nothing of this is learnt from a token: the algorithm is pinned here, and so are the keys'
/// address and whom the tokens must be for.
public struct ExternalIssuer: Sendable, Equatable {
    /// What kind of issuer it is.
    public enum Kind: String, Sendable, CaseIterable {
        /// Supabase with its shared secret.
        case supabaseSecret = "supabase-secret"
        /// Supabase with its key set.
        case supabaseJWKS = "supabase-jwks"
        /// Amazon Cognito, whose access tokens name a client in place of an audience.
        case cognito
        /// Any other provider of OpenID Connect.
        case openID = "openid"
    }

    /// What tokens are signed with (RFC 7518, section 3.1).
    public enum Algorithm: String, Sendable, CaseIterable {
        /// HMAC with SHA-256, by a shared secret.
        case hs256 = "HS256"
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"
        /// ECDSA with P-256 and SHA-256.
        case es256 = "ES256"
    }

    /// Where its keys come from.
    public enum Keys: Sendable, Equatable {
        /// A secret that both sides know.
        case secret(Secret)
        /// A key set (RFC 7517) at a URL, which need not be near the issuer's.
        case url(String)
    }

    /// A word for it, part of the e-mail addresses of members without one of their own.
    public let label: String
    /// What kind it is.
    public let kind: Kind
    /// The `iss` of its tokens, character by character.
    public let issuer: String
    /// The only algorithm that is taken.
    public let algorithm: Algorithm
    /// What the tokens may be for; one is enough.
    public let audiences: Set<String>
    /// Clients whose access tokens are taken although they have no audience; Cognito's alone.
    public let clients: Set<String>
    /// Where its keys come from.
    public let keys: Keys
    /// What of the API its tokens open: everything, unless fewer are configured.
    public let scopes: APIScopes

    /// Makes an issuer.
    ///
    /// A secret goes with HS256 and a key set with the others; anything else is a mistake of ours.
    public init(
        label: String,
        kind: Kind,
        issuer: String,
        algorithm: Algorithm,
        audiences: Set<String>,
        clients: Set<String> = [],
        keys: Keys,
        scopes: APIScopes = .all
    ) {
        if case .secret = keys {
            precondition(algorithm == .hs256, "a shared secret is for HS256")
        } else {
            precondition(algorithm != .hs256, "HS256 has a shared secret")
        }
        self.label = label
        self.kind = kind
        self.issuer = issuer
        self.algorithm = algorithm
        self.audiences = audiences
        self.clients = clients
        self.keys = keys
        self.scopes = scopes
    }
}
