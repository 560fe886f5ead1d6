/// Reads CBOR that a stranger sent: everything has a bound, and what no authenticator sends is
/// refused (lengths that are not told beforehand, tags, fractions).
struct CBORReader {
    private let bytes: [UInt8]
    /// Where the next value begins.
    private(set) var position: Int
    private var values = 0

    /// How deep lists and maps may lie in each other.
    static let depthMost = 8
    /// How many values there may be in all.
    static let valuesMost = 512

    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// The one value that the bytes are.
    static func value(of bytes: [UInt8]) throws(PasskeyRefusal) -> CBOR {
        var reader = CBORReader(bytes)
        let value = try reader.next()
        guard reader.position == bytes.count else { throw .malformed }
        return value
    }

    /// Reads the next value.
    mutating func next() throws(PasskeyRefusal) -> CBOR { try next(depth: 0) }

    private mutating func next(depth: Int) throws(PasskeyRefusal) -> CBOR {
        values += 1
        guard depth <= Self.depthMost, values <= Self.valuesMost else { throw .malformed }
        let head = try take(1)[0]
        if head >> 5 == 7 { return try simple(head & 0x1F) }
        let argument = try argument(head & 0x1F)
        switch head >> 5 {
        case 0: return .integer(argument)
        case 1: return .integer(-1 - argument)
        case 2: return .bytes(try take(argument))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else {
                throw .malformed
            }
            return .text(text)
        case 4: return .array(try array(argument, depth: depth + 1))
        case 5: return .map(try map(argument, depth: depth + 1))
        default: throw .malformed
        }
    }

    private mutating func array(
        _ count: Int64,
        depth: Int
    ) throws(PasskeyRefusal) -> [CBOR] {
        var elements: [CBOR] = []
        for _ in 0..<(try bounded(count)) { elements.append(try next(depth: depth)) }
        return elements
    }

    private mutating func map(
        _ count: Int64,
        depth: Int
    ) throws(PasskeyRefusal) -> [CBOR.Entry] {
        var entries: [CBOR.Entry] = []
        var keys: Set<CBOR> = []
        for _ in 0..<(try bounded(count)) {
            let key = try next(depth: depth)
            guard keys.insert(key).inserted else { throw .malformed }
            entries.append(CBOR.Entry(key: key, value: try next(depth: depth)))
        }
        return entries
    }

    private func simple(_ information: UInt8) throws(PasskeyRefusal) -> CBOR {
        switch information {
        case 20: return .flag(false)
        case 21: return .flag(true)
        case 22: return .null
        default: throw .malformed
        }
    }

    /// The number that belongs to a head: itself, or in the 1, 2, 4 or 8 bytes after it.
    private mutating func argument(_ information: UInt8) throws(PasskeyRefusal) -> Int64 {
        guard information >= 24 else { return Int64(information) }
        guard information <= 27 else { throw .malformed }
        let number = try take(Int64(1) << Int64(information - 24))
            .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let argument = Int64(exactly: number) else { throw .malformed }
        return argument
    }

    /// A count of values; a list that claims more than there may be is not even begun.
    private func bounded(_ count: Int64) throws(PasskeyRefusal) -> Int {
        guard count <= Int64(Self.valuesMost) else { throw .malformed }
        return Int(count)
    }

    private mutating func take(_ count: Int64) throws(PasskeyRefusal) -> [UInt8] {
        guard count <= Int64(bytes.count - position) else { throw .malformed }
        let end = position + Int(count)
        defer { position = end }
        return Array(bytes[position..<end])
    }
}
