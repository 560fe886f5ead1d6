import Crypto
import Kernel
import Providers

/// Proof that who redeems a code is who asked for it (RFC 7636); S256 alone.
enum PKCE {
    /// Whether a text could be a verifier or a challenge: 43 to 128 unreserved characters.
    static func isWellFormed(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
            }
    }

    /// Whether a verifier is the one that a challenge was made from.
    ///
    /// No secret is compared: the challenge went through the browser.
    static func isProof(_ verifier: String, of challenge: String) -> Bool {
        guard isWellFormed(verifier) else { return false }
        let hash = SHA256.hash(data: Array(verifier.utf8))
        return Base64URL.text(Array(hash)).utf8.elementsEqual(challenge.utf8)
    }
}
