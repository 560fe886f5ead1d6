/// The shape of a wire type, derived from the type itself.
public struct Schema: Sendable, Equatable {
    /// The JSON types.
    public enum Kind: String, Sendable {
        /// `true` or `false`.
        case boolean
        /// A whole number.
        case integer
        /// Any number.
        case number
        /// A string.
        case string
        /// A list of ``Schema/items``.
        case array
        /// An object of ``Schema/properties``, or a map to ``Schema/items``.
        case object
    }

    /// One field of an object.
    public struct Property: Sendable, Equatable {
        /// The name on the wire.
        public let name: String
        /// The shape of its value.
        public var schema: Schema
        /// Whether it is always there.
        public let isRequired: Bool
    }

    /// The JSON type.
    public var kind: Kind
    /// OpenAPI's `format`, where one applies.
    public var format: String?
    /// The type's own name, for objects; what a document refers to it by.
    public var name: String?
    /// The fields of an object, in the order of the type.
    public var properties: [Property] = []
    /// The shape of the elements of a list or map: none or one.
    public var items: [Schema] = []
    /// The shapes of which a value has one; none where there is but one.
    public var choices: [Schema] = []
    /// The words of a closed vocabulary.
    public var allowed: [String] = []
    /// Whether an object may have no other fields than ``properties``.
    public var isClosed = false
    /// Whether it only stands for the shape of its ``name``, which says the rest somewhere else.
    public var isReference = false
    /// Whether what is sent is taken as it stands: nothing within may be `null` or blank instead of
    /// being left out.
    public var isVerbatim = false
    /// Whether `null` may stand in its place; see ``Nullable``.
    public var isNullable = false
    /// Whether a whole number may stand in its place; see ``MemberReference``.
    public var takesInteger = false
    /// Whether a day may stand in the place of an instant; see ``DateFilter``.
    public var takesDay = false
    /// Whether blank text may stand in its place, and counts as none.
    public var takesBlank = false
    /// The bounds of the type, and those that the field's rules set.
    public var bounds = Bounds()
    /// What one word of a field means for the others.
    public var conditions: [Condition] = []
    /// How text is read, where it is free.
    public internal(set) var text: Text?

    init(_ kind: Kind, format: String? = nil, allowed: [String] = [], text: Text? = nil) {
        self.kind = kind
        self.format = format
        self.allowed = allowed
        self.text = text
    }

    /// The shapes within this one.
    public var parts: [Schema] { properties.map(\.schema) + items + choices }

    /// Derives the shape of any wire type by walking its `Decodable`.
    public init<Value: Decodable>(of type: Value.Type) {
        if let leaf = type as? any WireLeaf.Type {
            self = leaf.schema
            return
        }
        if let nullable = type as? any WireNullable.Type {
            self = nullable.valueSchema
            isNullable = true
            return
        }
        let recorder = SchemaRecorder()
        if let map = type as? any WireMap.Type {
            self.init(.object)
            items = [map.valueSchema]
            return
        }
        // Every read succeeds with a stand-in, so a failure would be a type that reads by hand.
        _ = try? Value(from: SchemaDecoder(recorder: recorder, type: type))
        self = recorder.schema
        if kind == .object { name = Self.name(of: type) }
    }

    /// Derives the shape of an endpoint's input, with the bounds of its rules.
    public init<Input: WireInput>(ofInput type: Input.Type) {
        self.init(of: type)
        isClosed = Input.closedFields != nil
        sayHowTextIsRead()
        for rule in Input.rules {
            guard let index = properties.firstIndex(where: { $0.name == rule.field }) else {
                preconditionFailure("\(Input.self) has a rule for \(rule.field) but no such field")
            }
            properties[index].schema.bounds.add(rule.bounds)
            // A rule's least length is for what is there.
            if !properties[index].isRequired { properties[index].schema.bounds.minLength = nil }
            conditions += rule.conditions
        }
    }

    /// `API.Guardian.Rule` is named `GuardianRule`, so that rooms may use one word for two things.
    private static func name(of type: Any.Type) -> String {
        let name = String(reflecting: type)
        guard name.contains("<") else {
            return name.split(separator: ".").drop { $0 == "Contract" || $0 == "API" }.joined()
        }
        // One of several values is named by those, without the words that say where they are.
        let places: Set<Substring> = ["Contract", "API", "Kernel", "Entity"]
        return name.split { ".<>, ".contains($0) }.filter { !places.contains($0) }.joined()
    }
}

/// A map from strings; what a dictionary is on the wire.
private protocol WireMap {
    static var valueSchema: Schema { get }
}

extension Dictionary: WireMap where Key == String, Value: Decodable {
    fileprivate static var valueSchema: Schema { Schema(of: Value.self) }
}

/// What a walk has seen.
private final class SchemaRecorder {
    var schema = Schema(.object)
}

private struct SchemaDecoder: Decoder {
    let recorder: SchemaRecorder
    let type: Any.Type
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedWalker(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        recorder.schema = Schema(.array)
        return ElementWalker(recorder: recorder)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleReader(node: nil, path: "", decoder: WireDecoder())
    }
}

private struct KeyedWalker<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: SchemaDecoder
    let keys: KeyConvention
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    init(decoder: SchemaDecoder) {
        self.decoder = decoder
        keys = KeyConvention(of: decoder.type, keyedBy: Key.self)
    }

    private func record<Value: Decodable>(_ type: Value.Type, _ key: Key, isRequired: Bool) {
        let name = keys.text(of: key.stringValue)
        decoder.recorder.schema.properties.append(
            Schema.Property(name: name, schema: Schema(of: type), isRequired: isRequired)
        )
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        record(type, key, isRequired: true)
        return try NodeDecoder(node: nil, decoder: WireDecoder()).value(type)
    }

    // What the standard library makes of `decode` for these types would take them for required.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        optional(type, key)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { optional(type, key) }

    private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        record(type, key, isRequired: false)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
        NodeDecoder(node: nil, decoder: WireDecoder()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        NodeDecoder(node: nil, decoder: WireDecoder()).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
}

/// Stands for a list of one element, to learn what the elements are.
private struct ElementWalker: UnkeyedDecodingContainer {
    let recorder: SchemaRecorder
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex > 0 }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        recorder.schema.items = [Schema(of: type)]
        return try NodeDecoder(node: nil, decoder: WireDecoder()).value(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> {
        currentIndex += 1
        return NodeDecoder(node: nil, decoder: WireDecoder()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
        currentIndex += 1
        return NodeDecoder(node: nil, decoder: WireDecoder()).unkeyedContainer()
    }

    mutating func superDecoder() -> any Decoder {
        SchemaDecoder(recorder: recorder, type: Any.self)
    }
}
