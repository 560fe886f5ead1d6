/// Writes CBOR (RFC 8949) as authenticators do, and as they do not.
public enum TestCBOR {
    /// The head of a value: its major type and its argument, in the shortest form.
    public static func head(_ major: UInt8, _ argument: Int) -> [UInt8] {
        switch argument {
        case ..<24: [major << 5 | UInt8(argument)]
        case ..<256: [major << 5 | 24, UInt8(argument)]
        default: [major << 5 | 25, UInt8(argument >> 8), UInt8(argument & 0xFF)]
        }
    }

    /// A whole number.
    public static func integer(_ value: Int) -> [UInt8] {
        value < 0 ? head(1, -1 - value) : head(0, value)
    }

    /// Bytes.
    public static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }

    /// Text.
    public static func text(_ text: String) -> [UInt8] {
        head(3, text.utf8.count) + Array(text.utf8)
    }

    /// A list of values that are written already.
    public static func array(_ elements: [[UInt8]]) -> [UInt8] {
        head(4, elements.count) + elements.flatMap(\.self)
    }

    /// A map of keys and values that are written already.
    public static func map(_ entries: [([UInt8], [UInt8])]) -> [UInt8] {
        head(5, entries.count) + entries.flatMap { $0.0 + $0.1 }
    }
}
