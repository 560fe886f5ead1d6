/// Why a sealed access token was not opened.
public enum SealedTokenError: Error, Hashable, Sendable, CaseIterable {
    /// It is not what a sealer writes.
    case malformed
    /// A key sealed it that the key file does not have: it is another file, or forgot the key.
    case unknownKey
    /// It was changed, or belongs to another item.
    case altered
}
