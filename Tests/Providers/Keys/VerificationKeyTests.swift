import Crypto
import Kernel
import Testing

@testable import Providers

@Suite("Verification keys")
struct VerificationKeyTests {
    @Test(
        "are named by their RFC 7638 thumbprint",
        arguments: [
            // RFC 9449, sections 4.2 and 6.1.
            (
                "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
                "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA",
                "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
            ),
            // The key of RFC 7515, appendix A.3; its thumbprint computed with Python's hashlib.
            (
                "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
                "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U"
            ),
        ]
    )
    func thumbprints(x: String, y: String, thumbprint: String) throws {
        let point = try #require(Base64URL.bytes(x)) + #require(Base64URL.bytes(y))
        let key = VerificationKey(try P256.Signing.PublicKey(rawRepresentation: point))
        #expect(key.id == thumbprint)
        #expect(key.x == x)
        #expect(key.y == y)
    }

    @Test("are equal when their points are")
    func equality() {
        let (one, other) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        #expect(VerificationKey(one.publicKey) == VerificationKey(one.publicKey))
        #expect(VerificationKey(one.publicKey) != VerificationKey(other.publicKey))
        #expect(Set([one, one, other].map { VerificationKey($0.publicKey) }).count == 2)
    }
}
