import Crypto
import JWTKit
import Kernel
import Testing

@testable import Providers

/// Other implementations of the same standards, asked for a second opinion.
@Suite("Access tokens and other implementations")
struct TokenPeerTests {
    private let fixture: TokenFixture

    init() throws {
        fixture = try TokenFixture()
    }

    private struct Payload: JWTPayload, Equatable {
        let iss: String
        let aud: String
        let sub: String
        let hid: String
        let role: String
        let sid: String
        let client: String
        let scope: String
        let iat: Int64
        let exp: Int64

        private enum CodingKeys: String, CodingKey {
            case iss, aud, sub, hid, role, sid, scope, iat, exp
            case client = "client_id"
        }

        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    private let payload = Payload(
        iss: TokenFixture.issuer,
        aud: "purser",
        sub: "018f0000-0000-7000-8000-000000000001",
        hid: "018f0000-0000-7000-8000-000000000002",
        role: "Parent",
        sid: "018f0000-0000-7000-8000-000000000003",
        client: "purser-native",
        scope: "guardian",
        iat: 1_763_700_000,
        exp: 1_763_703_600
    )

    @Test("JWTKit accepts what we sign")
    func theyVerify() async throws {
        let peer = JWTKeyCollection()
        let pem = fixture.key.verification.key.pemRepresentation
        await peer.add(
            ecdsa: try ES256PublicKey(pem: pem),
            kid: JWKIdentifier(string: fixture.key.id)
        )
        let token = try fixture.signer.sign(TokenFixture.claims())
        #expect(try await peer.verify(token, as: Payload.self) == payload)
    }

    @Test("we accept what JWTKit signs")
    func weVerify() async throws {
        let peer = JWTKeyCollection()
        let pem = fixture.key.key.pemRepresentation
        let kid = JWKIdentifier(string: fixture.key.id)
        await peer.add(ecdsa: try ES256PrivateKey(pem: pem), kid: kid)
        let token = try await peer.sign(payload, kid: kid)
        let claims = try fixture.signer.verify(token, now: TokenFixture.now)
        #expect(claims == TokenFixture.claims())
    }

    @Test("we accept what joserfc signed")
    func pythonToken() throws {
        let token = [
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6Im9LSXl3dkdVcFRWVHl4TVEzYndJSWVRVXVk",
            "ZnJfQ2tMTWpDRTE5RUNELVUifQ.eyJpc3MiOiJodHRwczovL3B1cnNlci5leGFtcGxlIiwiYXVkIjoic",
            "HVyc2VyIiwic3ViIjoiMDE4ZjAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAxIiwiaGlkIjoiM",
            "DE4ZjAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAyIiwicm9sZSI6IlBhcmVudCIsInNpZCI6I",
            "jAxOGYwMDAwLTAwMDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMyIsImNsaWVudF9pZCI6InB1cnNlci1uY",
            "XRpdmUiLCJzY29wZSI6Imd1YXJkaWFuIiwiaWF0IjoxNzYzNzAwMDAwLCJleHAiOjE3NjM3MDM2MDB9.",
            "-X-w_viApmRrQASAlgEX-cfgfAVULKCsZyVvzrKdV0KN9tC9zGfDZ5QcRmGxdEfrYQmXcZuNRPhvhkHs",
            "VAAu_A",
        ].joined()
        let claims = try fixture.signer.verify(token, now: TokenFixture.now)
        #expect(claims == TokenFixture.claims())
    }

    @Test("the signature of RFC 7515, appendix A.3, fits its key and no other")
    func rfcSignature() throws {
        let token = try CompactToken(
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt"
                + "cGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTj"
                + "Dxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        )
        #expect(TokenSigner.isSigned(token, by: fixture.key.verification))
        let other = SigningKey(createdAt: TokenFixture.now)
        #expect(!TokenSigner.isSigned(token, by: other.verification))
    }
}
