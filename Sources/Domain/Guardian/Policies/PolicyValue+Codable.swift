extension PolicyValue: Codable {
    /// Asks a decoder what there is; keys are then in the order of their bytes.
    ///
    /// Each wrong question costs an error, so what is most often there is asked for first.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: PolicyKey.self) {
            let members = try container.allKeys.map { key in
                Member(key.stringValue, try container.decode(PolicyValue.self, forKey: key))
            }
            self = .object(members.sorted(by: Self.isBefore))
        } else if var container = try? decoder.unkeyedContainer() {
            var values: [PolicyValue] = []
            while !container.isAtEnd { values.append(try container.decode(PolicyValue.self)) }
            self = .list(values)
        } else {
            self = try Self(scalarIn: decoder.singleValueContainer())
        }
    }

    private init(scalarIn container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Int64.self) {
            self = .whole(number)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .flag(try container.decode(Bool.self))
        }
    }

    /// Writes the value, the keys of objects in the order of their bytes.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .list(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .object(let members):
            var container = encoder.container(keyedBy: PolicyKey.self)
            for member in members.sorted(by: Self.isBefore) {
                try container.encode(member.value, forKey: PolicyKey(member.key))
            }
        case .null, .flag, .whole, .decimal, .text:
            var container = encoder.singleValueContainer()
            switch self {
            case .flag(let flag): try container.encode(flag)
            case .whole(let number): try container.encode(number)
            case .decimal(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            case .null, .list, .object: try container.encodeNil()
            }
        }
    }
}

/// Any key of an object.
private struct PolicyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// What is read from a ``PolicyValue``, and written as one.
protocol PolicyCoded: Codable {
    /// What the path of a fault begins with.
    static var root: String { get }
    /// Reads a value, or says what is wrong with it.
    init(_ value: PolicyValue, at path: String) throws(PolicyFault)
    /// The value that it is read from.
    var value: PolicyValue { get }
}

extension PolicyCoded {
    /// Reads it from a decoder that can be asked what a value is, as Foundation's can.
    ///
    /// - Throws: ``PolicyFault``; what the decoder throws of a text that is no JSON.
    public init(from decoder: any Decoder) throws {
        try self.init(PolicyValue(from: decoder), at: Self.root)
    }

    /// Writes its value.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
