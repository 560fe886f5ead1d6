import Crypto
public import Kernel

/// A code to sign in with when the authenticator app is lost: 80 random bits, written in base32.
public struct RecoveryCode: Sendable, Equatable {
    /// The random bytes of a code.
    public static let randomBytes = 10
    /// The characters of a code, without the hyphens between them.
    private static let characters = 16

    /// The code in upper case, without hyphens.
    private let code: String

    /// Writes ten random bytes as a code.
    public init(random: [UInt8]) {
        precondition(random.count == Self.randomBytes, "a recovery code has 80 random bits")
        code = Base32.text(random)
    }

    /// Reads a code as a person typed it: in any case, with hyphens and spaces wherever they are.
    ///
    /// - Returns: `nil` when it is none.
    public init?(typed text: String) {
        let code = text.filter { !$0.isWhitespace && $0 != "-" }.uppercased()
        guard code.utf8.count == Self.characters, Base32.isWellFormed(code) else { return nil }
        self.code = code
    }

    /// The code as it is shown: `gezd-gnbv-gy3t-qojq`.
    public var shown: String {
        let characters = Array(code.lowercased())
        return stride(from: 0, to: characters.count, by: 4)
            .map { String(characters[$0..<$0 + 4]) }
            .joined(separator: "-")
    }

    /// The form in which it is stored and looked up: its SHA-256 in base64url.
    ///
    /// A plain hash is enough, unlike for passwords: nobody can try 2^80 codes. And no key is in
    /// it, so that it is good even when the key file, and every app's secret with it, is lost.
    public var storedHash: String { Base64URL.text(Array(SHA256.hash(data: Array(code.utf8)))) }
}

extension RecoveryCode: Confidential {
    /// Stands for the code.
    public var description: String { "[recovery code]" }
}
