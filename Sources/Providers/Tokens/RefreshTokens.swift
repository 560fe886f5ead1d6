import Crypto
import Kernel

/// Makes refresh tokens and their successors.
///
/// A token is 256 random bits. Each use replaces it by its successor, which is derived from it with
/// a secret key: who repeats a call whose answer was lost gets the same successor again, although
/// only hashes are stored, and who steals a database cannot derive any.
public struct RefreshTokens: Sendable {
    /// The characters of every token.
    public static let characters = 43

    private let key: Secret

    /// Takes the key that successors are derived with.
    public init(key: Secret) {
        self.key = key
    }

    /// Writes 32 random bytes as a token.
    public func make(random: [UInt8]) -> String {
        precondition(random.count == 32, "a refresh token has 256 random bits")
        return Base64URL.text(random)
    }

    /// The token that replaces one; always the same for the same key.
    public func successor(of token: String) -> String {
        Base64URL.text(key.authenticationCode(for: Array(token.utf8)))
    }

    /// The form in which a token is stored and looked up: the SHA-256 of its text, in hexadecimal.
    ///
    /// A plain hash is enough, unlike for passwords: nobody can try 2^256 tokens.
    public func storedHash(of token: String) -> String {
        SHA256.hash(data: Array(token.utf8)).withUnsafeBytes(Hexadecimal.text)
    }

    /// Whether a text could be a token at all; others need not be looked up.
    public func isWellFormed(_ token: String) -> Bool {
        token.utf8.count == Self.characters && Base64URL.bytes(token) != nil
    }
}
