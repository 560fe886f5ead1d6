import Contract
import Foundation
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Operations
@testable import Providers
@testable import ServerTestbed

@Suite("Tokens that somebody made up")
struct ForgedTokenTests {
    private static func encoded(_ text: String) -> String { Base64URL.text(Array(text.utf8)) }

    private func expectRefused(
        _ tokens: [String],
        _ server: InProcessServer
    ) async throws {
        for token in tokens {
            for path in ["/api/auth/me", "/api/v1/auth/me", "/rules"] {
                let answer = try await server.get(path, token: token)
                #expect(answer.status == 401, "\(path) \(token.prefix(40))")
            }
        }
    }

    /// Everything that a public key may be written as, and nothing at all.
    private static func forms(of key: VerificationKey) throws -> [[UInt8]] {
        let x = try #require(Base64URL.bytes(key.x))
        let y = try #require(Base64URL.bytes(key.y))
        // SubjectPublicKeyInfo of a P-256 key (RFC 5480), as far as the point.
        let start: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06,
            0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
        let der = start + [4] + x + y
        let text = Data(der).base64EncodedString(options: .lineLength64Characters)
        let pem = "-----BEGIN PUBLIC KEY-----\n\(text)\n-----END PUBLIC KEY-----"
        return [
            [], x + y, [4] + x + y, der, Array(pem.utf8), Array("\(pem)\n".utf8),
            Array(key.x.utf8), Array(key.id.utf8),
        ]
    }

    @Test(
        "without a signature, or with a secret that everybody knows, are refused",
        arguments: Engine.embedded
    )
    func algorithms(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let parts = parent.token.split(separator: ".").map(String.init)
            let key = server.operations.identity.tokens.signer.keys.current.verification
            let secrets =
                try Self.forms(of: key) + [
                    Array(try await server.get("/.well-known/jwks.json").body)
                ]
            let none = #"{"alg":"none","kid":"\#(key.id)","typ":"JWT"}"#
            var tokens = ["", parts[2]].map { "\(Self.encoded(none)).\(parts[1]).\($0)" }
            for algorithm in ["HS256", "ES256"] {
                let header = #"{"alg":"\#(algorithm)","kid":"\#(key.id)","typ":"JWT"}"#
                let signed = "\(Self.encoded(header)).\(parts[1])"
                tokens += secrets.map { secret in
                    let code = Secret(secret).authenticationCode(for: Array(signed.utf8))
                    return "\(signed).\(Base64URL.text(code))"
                }
            }
            try await expectRefused(tokens, server)
        }
    }

    /// A token whose signature fits its header, whatever that says.
    private func signed(
        _ header: String,
        _ payload: String,
        by key: SigningKey
    ) throws -> String {
        let signed = "\(Self.encoded(header)).\(payload)"
        return "\(signed).\(Base64URL.text(try key.signature(for: Array(signed.utf8))))"
    }

    @Test(
        "that name a key by a path, by SQL or as another issuer's are refused, though we signed",
        arguments: Engine.embedded
    )
    func keyNames(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let payload = String(parent.token.split(separator: ".")[1])
            let key = server.operations.identity.tokens.signer.keys.current
            let names = [
                "\"../../../../dev/null\"", "\"/dev/null\"", "\"file:///etc/passwd\"",
                "\"' OR '1'='1\"", "\"x' UNION SELECT 'key' --\"", "\"\\u0000\"", "\"\"", "null",
                "\"https://evil.example/jwks.json\"", "\"\(TestIssuer.pointID)\"", "\"\(key.id) \"",
            ]
            let headers =
                names.map { #"{"alg":"ES256","kid":\#($0),"typ":"JWT"}"# } + [
                    #"{"alg":"ES256","typ":"JWT"}"#,
                    #"{"alg":"ES256","jku":"https://evil.example/jwks.json","typ":"JWT"}"#,
                    #"{"alg":"ES256","x5u":"https://evil.example/key.pem","typ":"JWT"}"#,
                ]
            try await expectRefused(try headers.map { try signed($0, payload, by: key) }, server)
            // The name alone decides.
            let own = #"{"alg":"ES256","kid":"\#(key.id)","typ":"JWT"}"#
            #expect(try await server.status(of: try signed(own, payload, by: key)) == 200)
        }
    }

    @Test("that bring a key of their own, or lead to one, are refused", arguments: Engine.embedded)
    func ownKeys(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let payload = String(parent.token.split(separator: ".")[1])
            let other = SigningKey(createdAt: server.clock.now)
            let (x, y) = (other.verification.x, other.verification.y)
            let sources = [
                #""typ":"JWT""#, #""jku":"https://evil.example/jwks.json""#,
                #""x5u":"https://evil.example/key.pem""#,
                #""jwk":{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)"}"#,
            ]
            let names = [server.operations.identity.tokens.signer.keys.current.id, other.id]
            for source in sources {
                let tokens = try names.map { name in
                    let header = #"{"alg":"ES256","kid":"\#(name)",\#(source)}"#
                    return try signed(header, payload, by: other)
                }
                try await expectRefused(tokens, server)
            }
        }
    }

    @Test(
        "that we signed for another time, issuer or audience are refused",
        arguments: Engine.embedded
    )
    func claims(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let bearer = try #require(
                server.operations.identity.tokens.bearer(of: parent.token, now: server.clock.now)
            )
            let now = server.clock.now
            let token = { (issuer: String, expiresAt: Timestamp) in
                try server.operations.identity.tokens.signer.sign(
                    AccessClaims(
                        issuer: issuer,
                        subject: bearer.member,
                        household: bearer.household,
                        role: bearer.role,
                        session: bearer.session,
                        client: "purser-native",
                        scope: bearer.scopes.text,
                        issuedAt: now.adding(seconds: -60),
                        expiresAt: expiresAt
                    )
                )
            }
            let identity = try server.operations.identity.tokens.signer.sign(
                IdentityClaims(
                    issuer: server.issuer,
                    subject: bearer.member,
                    client: "purser-native",
                    issuedAt: now,
                    expiresAt: now.adding(seconds: 60)
                )
            )
            let issuers = ["https://evil.example", server.issuer + "/", server.issuer.uppercased()]
            let foreign = try issuers.map { try token($0, now.adding(seconds: 60)) }
            let late = [
                try token(server.issuer, now), try token(server.issuer, now.adding(seconds: -1)),
            ]
            try await expectRefused(foreign + late + [identity], server)
            let good = try token(server.issuer, now.adding(seconds: 1))
            #expect(try await server.status(of: good) == 200)
        }
    }
}
