/// Encodes a wire type as JSON: fields in the order of the type, absent ones left out.
///
/// The keys of a map are sorted, so that equal values are equal texts in every process.
public struct WireEncoder {
    private init() {}

    /// The JSON of a value.
    ///
    /// - Throws: `EncodingError` when a number is not finite.
    public static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let writer = JSONWriter()
        try encode(value, to: writer)
        writer.close(downTo: 0)
        return writer.bytes
    }

    /// Writes JSON that was encoded before as the next value.
    ///
    /// - Returns: `false` when the encoder is another's.
    static func write(verbatim json: String, to encoder: any Encoder) -> Bool {
        guard let encoder = encoder as? StreamingEncoder else { return false }
        encoder.writer.write(verbatim: json)
        return true
    }

    fileprivate static func encode<Value: Encodable>(
        _ value: Value,
        to writer: JSONWriter
    ) throws {
        let depth = writer.depth
        let length = writer.bytes.count
        try value.encode(to: StreamingEncoder(writer: writer, type: Value.self))
        if writer.bytes.count == length { writer.open(.object) }
        writer.close(downTo: depth)
    }
}

/// A number that is written as the given text; how exact decimals leave.
struct NumberText: Encodable {
    let text: String

    func encode(to encoder: any Encoder) throws {
        if WireEncoder.write(verbatim: text, to: encoder) { return }
        var container = encoder.singleValueContainer()
        try container.encode(Double(text) ?? 0)
    }
}

private struct StreamingEncoder: Encoder {
    let writer: JSONWriter
    /// The type that is encoded; its keys follow its convention.
    let type: Any.Type
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedWriter(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedWriter(encoder: self, depth: writer.open(.array))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleWriter(writer: writer)
    }
}

private struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: StreamingEncoder
    let depth: Int
    let keys: KeyConvention
    var codingPath: [any CodingKey] { [] }
    private var writer: JSONWriter { encoder.writer }

    init(encoder: StreamingEncoder) {
        self.encoder = encoder
        keys = KeyConvention(of: encoder.type, keyedBy: Key.self)
        depth = encoder.writer.open(keys == .verbatim ? .map : .object)
    }

    private func next(_ key: Key) {
        switch keys {
        case .verbatim: writer.next(at: depth, key: key.stringValue)
        case .camelCase, .snakeCase:
            writer.next(at: depth, field: keys.text(of: key.stringValue))
        }
    }

    func encodeNil(forKey key: Key) {
        next(key)
        writer.writeNull()
    }

    func encode(_ value: Bool, forKey key: Key) {
        next(key)
        writer.write(value)
    }

    func encode(_ value: String, forKey key: Key) {
        next(key)
        writer.write(value)
    }

    func encode(_ value: Int, forKey key: Key) {
        next(key)
        writer.write(value)
    }

    func encode(_ value: Int64, forKey key: Key) {
        next(key)
        writer.write(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        next(key)
        try writer.write(value)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        next(key)
        try WireEncoder.encode(value, to: writer)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        next(key)
        return encoder.container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        next(key)
        return encoder.unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        writer.next(at: depth, field: "super")
        return encoder
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        next(key)
        return encoder
    }
}

private struct UnkeyedWriter: UnkeyedEncodingContainer {
    let encoder: StreamingEncoder
    let depth: Int
    var count = 0
    var codingPath: [any CodingKey] { [] }
    private var writer: JSONWriter { encoder.writer }

    init(encoder: StreamingEncoder, depth: Int) {
        self.encoder = encoder
        self.depth = depth
    }

    private mutating func next() {
        writer.next(at: depth)
        count += 1
    }

    mutating func encodeNil() {
        next()
        writer.writeNull()
    }

    mutating func encode(_ value: some Encodable) throws {
        next()
        try WireEncoder.encode(value, to: writer)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        next()
        return encoder.container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next()
        return encoder.unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        next()
        return encoder
    }
}

private struct SingleWriter: SingleValueEncodingContainer {
    let writer: JSONWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { writer.writeNull() }
    func encode(_ value: Bool) { writer.write(value) }
    func encode(_ value: String) { writer.write(value) }
    func encode(_ value: Int) { writer.write(value) }
    func encode(_ value: Int8) { writer.write(value) }
    func encode(_ value: Int16) { writer.write(value) }
    func encode(_ value: Int32) { writer.write(value) }
    func encode(_ value: Int64) { writer.write(value) }
    func encode(_ value: UInt) { writer.write(value) }
    func encode(_ value: UInt8) { writer.write(value) }
    func encode(_ value: UInt16) { writer.write(value) }
    func encode(_ value: UInt32) { writer.write(value) }
    func encode(_ value: UInt64) { writer.write(value) }
    func encode(_ value: Double) throws { try writer.write(value) }
    func encode(_ value: Float) throws { try writer.write(Double(value)) }
    func encode(_ value: some Encodable) throws { try WireEncoder.encode(value, to: writer) }
}
