import Crypto
import Kernel

/// The token that the operator's calls carry.
struct OperatorToken: Sendable, Confidential {
    private let digest: SHA256Digest

    /// Takes the token as it is configured.
    init(_ token: String) {
        digest = SHA256.hash(data: Array(token.utf8))
    }

    /// Whether a caller has it; the time that this takes says nothing of how near a guess is.
    func isSame(as token: String?) -> Bool {
        guard let token else { return false }
        // Digests of one length are compared in constant time.
        return SHA256.hash(data: Array(token.utf8)) == digest
    }
}
