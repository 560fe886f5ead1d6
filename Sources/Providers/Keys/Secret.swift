import Crypto

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

    /// The bytes themselves, for the one file they are kept in.
    var bytes: [UInt8] {
        key.withUnsafeBytes { Array($0) }
    }
}

extension Secret: Equatable {
    /// Compares in a time that does not depend on the bytes.
    public static func == (left: Self, right: Self) -> Bool { left.key == right.key }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Stands for the secret.
    public var description: String { "[secret]" }
    /// Stands for the secret.
    public var debugDescription: String { description }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
