public import Kernel

/// Makes of access tokens what the database keeps, and back.
///
/// What is kept is `<key>.<bytes>`: the name of the sealing key, and the token under AES-256-GCM
/// with the item's id as associated data, in base64url. Whoever moves a sealed token to another
/// item cannot open it there. The current key of the key file seals; those before it still open.
public struct TokenSealer: Sendable {
    private struct Key {
        let id: String
        let secret: Secret
    }

    private let keys: [Key]

    /// Makes a sealer with the keys of a key file.
    public init(_ file: KeyFile) {
        keys = file.sealing.map { Key(id: Self.id(of: $0), secret: $0) }
    }

    /// Seals a token for the database.
    ///
    /// `item`: The provider's id of the item that the token opens.
    public func seal(_ token: BankAccessToken, item: String) throws -> String {
        let current = keys[0]
        let sealed = try current.secret.seal(Array(token.text.utf8), in: Self.context(item))
        return "\(current.id).\(Base64URL.text(sealed))"
    }

    /// Opens what was sealed.
    ///
    /// - Throws: ``SealedTokenError``.
    public func open(
        _ sealed: String,
        item: String
    ) throws(SealedTokenError) -> BankAccessToken {
        let parts = sealed.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = Base64URL.bytes(parts[1].utf8) else {
            throw .malformed
        }
        guard let key = keys.first(where: { $0.id == parts[0] }) else { throw .unknownKey }
        guard let text = key.secret.open(bytes, from: Self.context(item)) else { throw .altered }
        return BankAccessToken(String(decoding: text, as: UTF8.self))
    }

    /// Whether the current key sealed it; what a former key sealed is to be sealed again before the
    /// key file forgets that key.
    public func isCurrent(_ sealed: String) -> Bool {
        sealed.hasPrefix("\(keys[0].id).")
    }

    private static func context(_ item: String) -> String { "bank item \(item)" }

    /// Eight characters that follow from a key and tell nothing of it.
    private static func id(of secret: Secret) -> String {
        Base64URL.text(secret.derived(for: "sealing key id").bytes.prefix(6))
    }
}

extension TokenSealer: Confidential {
    /// The names of the keys.
    public var description: String {
        "TokenSealer(\(keys.map(\.id).joined(separator: ", ")))"
    }
}
