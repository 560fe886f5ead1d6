struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: JSON?
    let path: String
    let keys: KeyConvention
    let decoder: WireDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { (node?.members ?? []).compactMap { Key(stringValue: $0.key) } }

    /// The node of a required field, noted as missing when there is none.
    private func required(_ key: Key) -> NodeDecoder {
        guard node != nil else { return child(nil, key) }
        guard let value = present(key) else {
            let absent = child(nil, key)
            decoder.note(absent.path, WireFault.required.rule)
            return absent
        }
        return child(value, key)
    }

    /// The node of a field that is there; blank text is there where it would be of the wrong type.
    private func present(_ key: Key, isText: @autoclosure () -> Bool = true) -> JSON? {
        let value = node?[keys.text(of: key.stringValue)]
        return switch value {
        case .null: nil
        case .string(let text):
            decoder.ignoresBlank && WireText.isBlank(text) && isText() ? nil : value
        case .loose(let text): decoder.ignoresBlank && WireText.isBlank(text) ? nil : value
        default: value
        }
    }

    private func child(_ value: JSON?, _ key: Key) -> NodeDecoder {
        NodeDecoder(node: value, in: path, .field(key.stringValue, keys), decoder: decoder)
    }

    private func isText(_ type: any Decodable.Type) -> Bool {
        if let nullable = type as? any WireNullable.Type {
            return nullable.valueSchema.kind == .string
        }
        guard let leaf = type as? any WireLeaf.Type else { return false }
        return leaf.schema.kind == .string && !leaf.keepsBlank
    }

    func contains(_ key: Key) -> Bool { present(key) != nil }
    func decodeNil(forKey key: Key) -> Bool { present(key) == nil }
    func decode(_ type: Bool.Type, forKey key: Key) -> Bool { required(key).leaf(type) }
    func decode(_ type: String.Type, forKey key: Key) -> String { required(key).leaf(type) }
    func decode(_ type: Int.Type, forKey key: Key) -> Int { required(key).leaf(type) }
    func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { required(key).leaf(type) }
    func decode(_ type: Double.Type, forKey key: Key) -> Double { required(key).leaf(type) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if type is any WireNullable.Type, node?[keys.text(of: key.stringValue)] == .null {
            return try child(.null, key).value(type)
        }
        return try required(key).value(type)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? {
        present(key, isText: false).map { child($0, key).leaf(type) }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? {
        present(key).map { child($0, key).leaf(type) }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? {
        present(key, isText: false).map { child($0, key).leaf(type) }
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? {
        present(key, isText: false).map { child($0, key).leaf(type) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? {
        present(key, isText: false).map { child($0, key).leaf(type) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        // What `null` takes away is told from what is not spoken of.
        if type is any WireNullable.Type, node?[keys.text(of: key.stringValue)] == .null {
            return try child(.null, key).value(type)
        }
        return try present(key, isText: isText(type)).map { try child($0, key).value(type) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
        required(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        required(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        NodeDecoder(node: node, in: path, decoder: decoder)
    }

    func superDecoder(forKey key: Key) -> any Decoder { required(key) }
}

struct UnkeyedReader: UnkeyedDecodingContainer {
    let values: [JSON]
    let path: String
    let decoder: WireDecoder
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    init(values: [JSON], path: String, decoder: WireDecoder) {
        self.values = values
        self.path = path
        self.decoder = decoder
    }

    private mutating func next() -> NodeDecoder {
        defer { currentIndex += 1 }
        let node = isAtEnd ? nil : values[currentIndex]
        return NodeDecoder(node: node, in: path, .index(currentIndex), decoder: decoder)
    }

    mutating func decodeNil() -> Bool {
        guard !isAtEnd, values[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next().value(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
        next().unkeyedContainer()
    }

    mutating func superDecoder() -> any Decoder { next() }
}

struct SingleReader: SingleValueDecodingContainer {
    let node: JSON?
    let path: String
    let decoder: WireDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { node == nil || node == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try NodeDecoder(node: node, in: path, decoder: decoder).value(type)
    }
}
