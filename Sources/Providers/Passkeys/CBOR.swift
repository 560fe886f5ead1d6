/// A value of CBOR (RFC 8949), as far as authenticators use it.
enum CBOR: Hashable, Sendable {
    /// One key of a map with its value.
    struct Entry: Hashable, Sendable {
        let key: CBOR
        let value: CBOR
    }

    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    /// A map; its keys are distinct and in the order they were sent.
    case map([Entry])
    case flag(Bool)
    case null

    /// The value of a key, when this is a map that has it.
    subscript(key: CBOR) -> CBOR? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    var asBytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }
}
