/// A text that is found by its bytes, such as a name that a caller made up.
///
/// Texts that look alike are different ones here, and hashing one takes as long as it is.
public struct ExactText: Hashable, Sendable {
    /// The text itself.
    public let text: String

    /// Takes a text.
    public init(_ text: String) {
        self.text = text
    }

    /// Compares byte by byte.
    public static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil {
            Array(text.utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }
}
