/// A field that is always written: its value, or `null` when it has none.
///
/// An optional is left out when it has no value; what the contract marks `T|null` never is.
@propertyWrapper
public struct Nullable<Value: Codable & Sendable>: Sendable {
    /// The value, if there is one.
    public let wrappedValue: Value?

    /// Makes a field.
    public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }
}

extension Nullable: Codable {
    /// Reads a value or `null`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Value.self))
    }

    /// Writes the value or `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue {
            try container.encode(wrappedValue)
        } else {
            try container.encodeNil()
        }
    }
}

extension Nullable: Equatable where Value: Equatable {}

/// A field that may hold `null`; what the schema and the reader look for.
protocol WireNullable {
    /// The schema of the value where there is one.
    static var valueSchema: Schema { get }
}

extension Nullable: WireNullable {
    static var valueSchema: Schema { Schema(of: Value.self) }
}
