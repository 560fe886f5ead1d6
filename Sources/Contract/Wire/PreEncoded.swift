/// A field whose JSON is kept with it: what is stored and answered is encoded once.
@propertyWrapper
public struct PreEncoded<Value: Codable & Sendable>: Sendable {
    /// The field.
    public let wrappedValue: Value
    private let json: String?

    /// Makes a field that is encoded when it is answered.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
        json = nil
    }

    /// Makes a field whose JSON is known.
    init(_ value: Value, json: String) {
        wrappedValue = value
        self.json = json
    }

    /// The field's JSON.
    ///
    /// - Throws: `EncodingError` when a number is not finite.
    public func encoded() throws -> String { try json ?? Self.json(of: wrappedValue) }

    private static func json(of value: Value) throws -> String {
        String(decoding: try WireEncoder.bytes(value), as: UTF8.self)
    }
}

extension PreEncoded: Codable {
    /// Decodes the field as if nothing were around it.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try Value(from: decoder))
    }

    /// Writes the JSON that is there, or encodes the field.
    public func encode(to encoder: any Encoder) throws {
        if let json, WireEncoder.write(verbatim: json, to: encoder) { return }
        try wrappedValue.encode(to: encoder)
    }
}

extension PreEncoded: Equatable where Value: Equatable {
    /// Fields are equal when their values are.
    public static func == (left: Self, right: Self) -> Bool {
        left.wrappedValue == right.wrappedValue
    }
}
