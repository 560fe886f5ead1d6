import Crypto
import Foundation
import Kernel
import Testing

@testable import Providers

@Suite("Forged access tokens")
struct TokenForgeryTests {
    private let fixture: TokenFixture
    private let genuine: String
    private let now = TokenFixture.now

    init() throws {
        fixture = try TokenFixture()
        genuine = try fixture.signer.sign(TokenFixture.claims())
    }

    private func refusal(_ token: String) -> TokenError? {
        do {
            _ = try fixture.signer.verify(token, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("are refused wherever a single character was changed")
    func everyCharacter() {
        #expect(refusal(genuine) == nil)
        let bytes = Array(genuine.utf8)
        for index in bytes.indices {
            for other in [UInt8(ascii: "A"), UInt8(ascii: "_"), bytes[index] ^ 1, bytes[index] ^ 2]
            where other != bytes[index] {
                var changed = bytes
                changed[index] = other
                #expect(refusal(String(decoding: changed, as: UTF8.self)) != nil, "at \(index)")
            }
        }
    }

    @Test("with the parts of two genuine tokens are refused")
    func mixedParts() throws {
        let other = try fixture.signer.sign(TokenFixture.claims(session: 9))
        let (ours, theirs) = (genuine.split(separator: "."), other.split(separator: "."))
        #expect(refusal("\(ours[0]).\(theirs[1]).\(ours[2])") == .signature)
        #expect(refusal("\(ours[0]).\(ours[1]).\(theirs[2])") == .signature)
    }

    @Test("with a signature of the wrong size or kind are refused")
    func signatures() throws {
        let signed = genuine.split(separator: ".").prefix(2).joined(separator: ".")
        let right = try #require(Base64URL.bytes(String(genuine.split(separator: ".")[2])))
        let der = try P256.Signing.ECDSASignature(rawRepresentation: right).derRepresentation
        let wrong: [[UInt8]] = [
            [], [0], Array(right.dropLast()), right + [0], Array(der), right.reversed(),
            [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64),
        ]
        for signature in wrong {
            #expect(refusal("\(signed).\(Base64URL.text(signature))") == .signature)
        }
    }

    @Test(
        "of any other algorithm are refused before a key is looked up",
        arguments: [
            "\"none\"", "\"None\"", "\"NONE\"", "\"nOnE\"", "\"HS256\"", "\"HS512\"", "\"RS256\"",
            "\"PS256\"", "\"ES384\"", "\"ES512\"", "\"EdDSA\"", "\"es256\"", "\"ES256 \"", "\"\"",
            "null",
        ]
    )
    func algorithms(name: String) throws {
        for kid in [fixture.key.id, "unknown"] {
            let header = #"{"alg":\#(name),"kid":"\#(kid)"}"#
            let signed = try fixture.token(header: header, claims: TokenFixture.json())
            let unsigned = signed.split(separator: ".").prefix(2).joined(separator: ".") + "."
            #expect(refusal(signed) == .algorithm)
            #expect(refusal(unsigned) == .algorithm)
        }
    }

    @Test("made with our public key as the secret of HS256 are refused")
    func publicKeyAsSecret() {
        let key = fixture.key.verification.key
        let secrets: [[UInt8]] = [
            Array(key.x963Representation), Array(key.rawRepresentation),
            Array(key.derRepresentation), Array(key.pemRepresentation.utf8),
            Array((key.pemRepresentation + "\n").utf8),
        ]
        for secret in secrets {
            for algorithm in ["HS256", "ES256"] {
                let header = #"{"alg":"\#(algorithm)","kid":"\#(fixture.key.id)","typ":"JWT"}"#
                let signed =
                    TokenFixture.encoded(header) + "." + TokenFixture.encoded(TokenFixture.json())
                let code = Secret(secret).authenticationCode(for: Array(signed.utf8))
                let expected = algorithm == "HS256" ? TokenError.algorithm : .signature
                #expect(refusal("\(signed).\(Base64URL.text(code))") == expected)
            }
        }
    }

    @Test(
        "that name a key we do not have are refused, whatever the name tries",
        arguments: [
            "", "unknown", "../../../../dev/null", "/etc/passwd", "' OR '1'='1",
            "'; DROP TABLE x;--",
            "\\u0000", "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-u",
            "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U ", "http://127.0.0.1/jwks.json",
        ]
    )
    func keyNames(name: String) throws {
        let header = #"{"alg":"ES256","kid":"\#(name)","typ":"JWT"}"#
        #expect(
            refusal(try fixture.token(header: header, claims: TokenFixture.json())) == .unknownKey
        )
    }

    @Test("without a key's name are refused")
    func noKeyName() throws {
        for header in [#"{"alg":"ES256"}"#, #"{"alg":"ES256","kid":null}"#] {
            let token = try fixture.token(header: header, claims: TokenFixture.json())
            #expect(refusal(token) == .unknownKey)
        }
    }

    @Test("made with another key under the name of ours, or its own, are refused")
    func otherKey() throws {
        let other = SigningKey(createdAt: now)
        let signer = try TokenSigner(keys: SigningKeys(current: other), issuer: TokenFixture.issuer)
        let theirs = try signer.sign(TokenFixture.claims())
        #expect(refusal(theirs) == .unknownKey)
        let payload = theirs.split(separator: ".")[1]
        let signed = "\(genuine.split(separator: ".")[0]).\(payload)"
        let signature = Base64URL.text(try other.signature(for: Array(signed.utf8)))
        #expect(refusal("\(signed).\(signature)") == .signature)
    }

    @Test("that bring their own key in the header are refused, although it fits")
    func embeddedKey() throws {
        let other = SigningKey(createdAt: now)
        let (x, y) = (other.verification.x, other.verification.y)
        let jwk = #"{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)"}"#
        for kid in [fixture.key.id, other.id] {
            let header = #"{"alg":"ES256","kid":"\#(kid)","jwk":\#(jwk)}"#
            let signed =
                TokenFixture.encoded(header) + "." + TokenFixture.encoded(TokenFixture.json())
            let signature = Base64URL.text(try other.signature(for: Array(signed.utf8)))
            #expect(refusal("\(signed).\(signature)") != nil)
        }
    }

    @Test(
        "with a header we do not understand are refused",
        arguments: [
            #"{"alg":"ES256","kid":7}"#, #"{"alg":["ES256"],"kid":"KID"}"#, "[]", "null", "", "{",
            #"{"alg":"ES256","kid":"KID","crit":["exp"]}"#,
            #"{"alg":"ES256","kid":"KID","crit":null}"#,
            #"{"alg":"ES256","kid":"KID","typ":"JWE"}"#, "\"ES256\"",
        ]
    )
    func headers(text: String) throws {
        let header = text.replacingOccurrences(of: "KID", with: fixture.key.id)
        let token = try fixture.token(header: header, claims: TokenFixture.json())
        #expect(refusal(token) == .malformed)
    }

    @Test("with texts that would take long to look up are refused before that")
    func longTexts() throws {
        let text = "a" + String(repeating: "\u{301}\u{316}", count: 600)
        let escaped = String(repeating: #"\u0301\u0316"#, count: 40)
        for header in [
            #"{"alg":"ES256","kid":"KID","\#(text)":1}"#, #"{"alg":"ES256","kid":"\#(text)"}"#,
            #"{"alg":"ES256","kid":"\#(escaped)"}"#,
            #"{"alg":"ES256","kid":"KID","typ":"JWT\#(escaped)"}"#,
        ] {
            try headers(text: header)
        }
        // UTF-16, which the decoder would find out by itself.
        let wide = #"{"alg":"ES256","kid":"KID"}"#
            .replacingOccurrences(of: "KID", with: fixture.key.id)
            .utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let parts = genuine.split(separator: ".")
        #expect(refusal("\(Base64URL.text(wide)).\(parts[1]).\(parts[2])") == .malformed)
    }

    @Test("of the wrong shape or of a megabyte are refused")
    func shapes() {
        let parts = genuine.split(separator: ".")
        let megabyte = String(repeating: "A", count: 1_048_576)
        let texts = [
            "", ".", "..", "...", "a.b.c", "é.é.é", "Bearer \(genuine)", "\(genuine).",
            ".\(genuine)",
            "\(genuine) ", "\(genuine)\n", "\(genuine)=", "\(parts[0]).\(parts[1])",
            genuine + genuine, megabyte, String(repeating: ".", count: 1_048_576),
            "\(genuine)\(megabyte)", "\(parts[0]).\(megabyte).\(parts[2])",
        ]
        for text in texts {
            #expect(refusal(text) != nil, "\(text.prefix(40))")
        }
        #expect(refusal("\(genuine)\(megabyte)") == .malformed)
    }
}
