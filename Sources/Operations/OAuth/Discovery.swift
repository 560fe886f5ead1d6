import Contract
public import Kernel
import Providers

extension IdentityOperations {
    /// What a client needs to know of this server, as JSON (OpenID Connect Discovery 1.0, section
    /// 3; RFC 8414, section 2).
    public func discovery() -> String {
        let issuer = oauthClients.issuer
        var base = issuer[...]
        while base.hasSuffix("/") { base.removeLast() }
        let texts = { (values: [String]) in JSON.array(values.map(JSON.string)) }
        let document = JSON.object([
            .init("issuer", .string(issuer)),
            .init("authorization_endpoint", .string("\(base)/oauth2/authorize")),
            .init("token_endpoint", .string("\(base)/oauth2/token")),
            .init("jwks_uri", .string("\(base)/.well-known/jwks.json")),
            .init("response_types_supported", texts(["code"])),
            .init("response_modes_supported", texts(["query"])),
            .init("grant_types_supported", texts(["authorization_code", "refresh_token"])),
            .init("code_challenge_methods_supported", texts(["S256"])),
            .init("token_endpoint_auth_methods_supported", texts(["none"])),
            .init("id_token_signing_alg_values_supported", texts(["ES256"])),
            .init("subject_types_supported", texts(["public"])),
            .init("scopes_supported", texts(OAuthScope.allCases.map(\.rawValue))),
            // Taken for granted where it is not denied.
            .init("request_uri_parameter_supported", .bool(false)),
            .init("authorization_response_iss_parameter_supported", .bool(true)),
        ])
        return document.text
    }

    /// The keys that access and ID tokens are checked with, as JSON (RFC 7517): the current one,
    /// and the former one for as long as it is accepted.
    public func jwks(now: Timestamp) -> String {
        let keys = tokens.signer.keys.published(at: now).map { key in
            JSON.object([
                .init("kty", .string("EC")), .init("crv", .string("P-256")),
                .init("x", .string(key.x)), .init("y", .string(key.y)),
                .init("kid", .string(key.id)), .init("use", .string("sig")),
                .init("alg", .string("ES256")),
            ])
        }
        return JSON.object([.init("keys", .array(keys))]).text
    }
}
