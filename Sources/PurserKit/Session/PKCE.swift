import Crypto
import Kernel

/// Proof that who redeems a code is who asked for it (RFC 7636), by SHA-256.
enum PKCE {
    /// The challenge that stands for a verifier.
    static func challenge(of verifier: String) -> String {
        Base64URL.text(Array(SHA256.hash(data: Array(verifier.utf8))))
    }

    /// A text that nobody can guess: 256 bits of the system's own chance.
    static func secret() -> String {
        var chance = SystemRandomNumberGenerator()
        return Base64URL.text((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &chance) })
    }
}
