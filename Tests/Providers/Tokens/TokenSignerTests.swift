import Crypto
import Foundation
import Kernel
import Testing

@testable import Providers

@Suite("Access tokens")
struct TokenSignerTests {
    private let fixture: TokenFixture
    private let now = TokenFixture.now

    init() throws {
        fixture = try TokenFixture()
    }

    @Test("say what was signed")
    func roundTrip() throws {
        let claims = TokenFixture.claims()
        #expect(try fixture.signer.verify(fixture.signer.sign(claims), now: now) == claims)
    }

    @Test("carry the contract's header and claims, and no others")
    func wireForm() throws {
        let parts = try fixture.signer.sign(TokenFixture.claims()).split(separator: ".")
        let texts = try parts.prefix(2).map {
            String(decoding: try #require(Base64URL.bytes(String($0))), as: UTF8.self)
        }
        #expect(
            texts == [
                #"{"alg":"ES256","kid":"oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U","typ":"JWT"}"#,
                #"{"aud":"purser","client_id":"purser-native","exp":1763703600,"#
                    + #""hid":"018f0000-0000-7000-8000-000000000002","#
                    + #""iat":1763700000,"iss":"https://purser.example","role":"Parent","#
                    + #""scope":"guardian","sid":"018f0000-0000-7000-8000-000000000003","#
                    + #""sub":"018f0000-0000-7000-8000-000000000001"}"#,
            ]
        )
        #expect(Base64URL.bytes(String(parts[2]))?.count == 64)
    }

    @Test("cut instants to the second they lie in")
    func wholeSeconds() {
        let claims = AccessClaims(
            issuer: "",
            subject: TokenFixture.id(1),
            household: TokenFixture.id(2),
            role: "Child",
            session: TokenFixture.id(3),
            client: "purser-native",
            scope: "guardian",
            issuedAt: Timestamp(milliseconds: 1_999),
            expiresAt: Timestamp(milliseconds: 2_001)
        )
        #expect(claims.issuedAt == Timestamp(seconds: 1))
        #expect(claims.expiresAt == Timestamp(seconds: 2))
    }

    @Test("are accepted until the last millisecond before exp, and refused from exp on")
    func expiry() throws {
        let claims = TokenFixture.claims(seconds: 10)
        let token = try fixture.signer.sign(claims)
        for early in [-1_000, -1] as [Int64] {
            let instant = claims.expiresAt.adding(milliseconds: early)
            #expect(try fixture.signer.verify(token, now: instant) == claims)
        }
        for late in [0, 1, 1_000, 30_000] as [Int64] {
            #expect(throws: TokenError.expired) {
                try fixture.signer.verify(token, now: claims.expiresAt.adding(milliseconds: late))
            }
        }
    }

    @Test(
        "of another issuer are refused, however alike its name",
        arguments: [
            "https://other.example", "https://purser.example/", "HTTPS://purser.example", "",
        ]
    )
    func issuer(name: String) throws {
        let other = try TokenSigner(keys: fixture.signer.keys, issuer: name)
        let token = try other.sign(TokenFixture.claims(issuer: name))
        #expect(throws: TokenError.issuer) { try fixture.signer.verify(token, now: now) }
    }

    @Test(
        "for another audience are refused",
        arguments: ["\"purser-native\"", "\"Purser\"", "null"]
    )
    func audience(value: String) throws {
        let token = try fixture.token(claims: TokenFixture.json(replacing: "aud", with: value))
        #expect(throws: TokenError.audience) { try fixture.signer.verify(token, now: now) }
    }

    @Test(
        "that lack a claim of ours, or twist one, are refused although we signed them",
        arguments: [
            ("sub", nil), ("hid", nil), ("role", nil), ("sid", nil), ("iat", nil), ("exp", nil),
            ("sub", "\"1\""), ("hid", "7"), ("sid", "\"\""), ("exp", "\"1763703600\""),
            ("exp", "1e300"), ("exp", "9223372036854775807"), ("exp", "-1"), ("iat", "-1"),
            ("aud", "[\"purser\"]"), ("exp", "1763703600.5"), ("scope", nil), ("scope", "7"),
            ("scope", "[\"guardian\"]"), ("client_id", nil),
        ] as [(String, String?)]
    )
    func badClaims(name: String, value: String?) throws {
        let token = try fixture.token(claims: TokenFixture.json(replacing: name, with: value))
        #expect(throws: TokenError.malformed) { try fixture.signer.verify(token, now: now) }
    }

    @Test(
        "with claims that are no object are refused",
        arguments: ["", "[]", "null", "{", "\u{0}"]
    )
    func noClaims(text: String) throws {
        let token = try fixture.token(claims: text)
        #expect(throws: TokenError.malformed) { try fixture.signer.verify(token, now: now) }
    }

    @Test("of the former key are accepted for a day after it signed last, and not longer")
    func formerKey() throws {
        let token = try fixture.signer.sign(TokenFixture.claims(seconds: 1_000_000))
        let change = now.adding(seconds: 500)
        let keys = SigningKeys(current: SigningKey(createdAt: change), former: fixture.key)
        let signer = try TokenSigner(keys: keys, issuer: TokenFixture.issuer)
        let over = change.adding(seconds: 60 + 86_400)
        let last = over.adding(milliseconds: -1)
        #expect(try signer.verify(token, now: last).subject == TokenFixture.id(1))
        #expect(keys.published(at: last).map(\.id) == [keys.current.id, fixture.key.id])
        #expect(throws: TokenError.unknownKey) { try signer.verify(token, now: over) }
        #expect(keys.published(at: over).map(\.id) == [keys.current.id])
    }

    @Test("are signed with a new key from a minute after it was made, whatever they are")
    func newKey() throws {
        let change = now.adding(seconds: 500)
        let keys = SigningKeys(current: SigningKey(createdAt: change), former: fixture.key)
        let signer = try TokenSigner(keys: keys, issuer: TokenFixture.issuer)
        for (seconds, id) in [(59, fixture.key.id), (60, keys.current.id)] as [(Int64, String)] {
            let issuedAt = change.adding(seconds: seconds)
            let access = AccessClaims(
                issuer: TokenFixture.issuer,
                subject: TokenFixture.id(1),
                household: TokenFixture.id(2),
                role: "Parent",
                session: TokenFixture.id(3),
                client: "purser-native",
                scope: "guardian",
                issuedAt: issuedAt,
                expiresAt: issuedAt.adding(seconds: 10)
            )
            let identity = IdentityClaims(
                issuer: TokenFixture.issuer,
                subject: TokenFixture.id(1),
                client: "purser-native",
                nonce: nil,
                issuedAt: issuedAt,
                expiresAt: issuedAt.adding(seconds: 10)
            )
            let token = try signer.sign(access)
            for text in [token, try signer.sign(identity)] {
                #expect(try CompactToken(text).header.kid == id)
            }
            #expect(try signer.verify(token, now: issuedAt) == access)
        }
        #expect(keys.published(at: change).map(\.id) == [keys.current.id, fixture.key.id])
    }

    @Test("are signed at once by a key that has none before it")
    func onlyKey() throws {
        let signer = try TokenSigner(
            keys: SigningKeys(current: SigningKey(createdAt: now)),
            issuer: TokenFixture.issuer
        )
        let token = try signer.sign(TokenFixture.claims())
        #expect(try CompactToken(token).header.kid == signer.keys.current.id)
    }

    @Test("are not what ID tokens are: those open nothing, even for a client named as we are")
    func identityTokens() throws {
        for (client, error) in [("purser-native", TokenError.audience), ("purser", .malformed)] {
            let claims = IdentityClaims(
                issuer: TokenFixture.issuer,
                subject: TokenFixture.id(1),
                client: client,
                nonce: "n-0S6_WzA2Mj",
                issuedAt: now,
                expiresAt: now.adding(seconds: 3_600)
            )
            let token = try fixture.signer.sign(claims)
            #expect(throws: error) { try fixture.signer.verify(token, now: now) }
        }
    }

    @Test("show nothing of the private key when a signer is printed")
    func printing() throws {
        var text = "\(fixture.signer)" + String(reflecting: fixture.signer)
        dump(fixture.signer, to: &text)
        let secret = Array(fixture.key.key.rawRepresentation)
        #expect(text.contains(fixture.key.id))
        #expect(!text.contains(Base64URL.text(secret)))
        #expect(!text.contains("PrivateKey"))
    }
}
