import Crypto
public import Kernel

/// Secret bytes that no log, description or dump shows.
///
/// They are wiped from memory when the last copy goes.
public struct Secret: Sendable {
    private let key: SymmetricKey

    /// Takes secret bytes over.
    public init(_ bytes: [UInt8]) {
        key = SymmetricKey(data: bytes)
    }

    /// How many bytes it has.
    public var count: Int { key.bitCount / 8 }

    /// The HMAC-SHA256 of a message under this key (RFC 2104): 32 bytes.
    public func authenticationCode(for message: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
    }

    /// Another secret for a purpose of its own; neither tells anything of the other.
    public func derived(for purpose: String) -> Secret {
        Secret(authenticationCode(for: Array("purser \(purpose)".utf8)))
    }

    /// Bytes that only who has the secret can read, and that nobody can change unseen: AES-256-GCM
    /// with a random nonce before them.
    ///
    /// `context`: What the bytes belong to; they open with the same context only.
    /// Throws a `CryptoKitError` when the secret has no 32 bytes.
    public func seal(_ bytes: [UInt8], in context: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(bytes, using: key, authenticating: Array(context.utf8))
        return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// The bytes that were sealed; `nil` when they were changed, or belong to something else.
    public func open(_ sealed: [UInt8], from context: String) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Array(context.utf8))
        else { return nil }
        return Array(bytes)
    }

    /// The bytes themselves, for the one file they are kept in.
    var bytes: [UInt8] {
        key.withUnsafeBytes { Array($0) }
    }
}

extension Secret: Equatable {
    /// Compares in a time that does not depend on the bytes.
    public static func == (left: Self, right: Self) -> Bool { left.key == right.key }
}

extension Secret: Confidential {
    /// Stands for the secret.
    public var description: String { "[secret]" }
}
