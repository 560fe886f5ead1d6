import Crypto
import Foundation
import Kernel
import Testing

@testable import Providers

/// One server's signing key, its tokens, and tokens made by hand with the same key.
struct TokenFixture {
    static let issuer = "https://purser.example"
    static let now = Timestamp(seconds: 1_763_700_000)

    let key: SigningKey
    let signer: TokenSigner

    /// The key of RFC 7515, appendix A.3.
    init() throws {
        let scalar = try #require(Base64URL.bytes("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"))
        let key = try P256.Signing.PrivateKey(rawRepresentation: scalar)
        self.key = SigningKey(key, createdAt: Self.now)
        signer = try TokenSigner(keys: SigningKeys(current: self.key), issuer: Self.issuer)
    }

    static func claims(
        issuer: String = issuer,
        session: UInt64 = 3,
        seconds: Int64 = Limits.accessTokenSeconds
    ) -> AccessClaims {
        AccessClaims(
            issuer: issuer,
            subject: id(1),
            household: id(2),
            role: "Parent",
            session: id(session),
            client: "purser-native",
            scope: "guardian",
            issuedAt: now,
            expiresAt: now.adding(seconds: seconds)
        )
    }

    static func id<Kind>(_ number: UInt64) -> ID<Kind> {
        ID(RawID(high: 0x018F_0000_0000_7000, low: 0x8000_0000_0000_0000 | number))
    }

    /// Signs whatever header and claims, also such as no signer of ours makes.
    func token(header: String? = nil, claims: String) throws -> String {
        let header = header ?? #"{"alg":"ES256","kid":"\#(key.id)","typ":"JWT"}"#
        let signed = Self.encoded(header) + "." + Self.encoded(claims)
        return signed + "." + Base64URL.text(try key.signature(for: Array(signed.utf8)))
    }

    /// The claims of an access token as JSON, one of them replaced or left out.
    static func json(replacing name: String = "", with value: String? = nil) -> String {
        let claims = [
            ("iss", #""https://purser.example""#), ("aud", #""purser""#),
            ("sub", #""018f0000-0000-7000-8000-000000000001""#),
            ("hid", #""018f0000-0000-7000-8000-000000000002""#), ("role", #""Parent""#),
            ("sid", #""018f0000-0000-7000-8000-000000000003""#),
            ("client_id", #""purser-native""#), ("scope", #""guardian""#),
            ("iat", "1763700000"), ("exp", "1763703600"),
        ]
        let kept = claims.compactMap { claim in
            claim.0 == name ? value.map { "\"\(name)\":\($0)" } : "\"\(claim.0)\":\(claim.1)"
        }
        return "{\(kept.joined(separator: ","))}"
    }

    static func encoded(_ text: String) -> String {
        Base64URL.text(Array(text.utf8))
    }
}
