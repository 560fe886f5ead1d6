/// JSON through decoders and encoders that are not ours, such as those of an app's own files.
extension JSON {
    /// Asks a decoder what there is; keys are then sorted.
    ///
    /// - Throws: What the decoder throws.
    init(foreign decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer(),
            let value = Self.scalar(in: container)
        {
            self = value
        } else if var container = try? decoder.unkeyedContainer() {
            var values: [JSON] = []
            while !container.isAtEnd { values.append(try container.decode(ForeignJSON.self).json) }
            self = .array(values)
        } else {
            let container = try decoder.container(keyedBy: ForeignKey.self)
            let members = try container.allKeys.map { key in
                Member(key.stringValue, try container.decode(ForeignJSON.self, forKey: key).json)
            }
            self = .object(members).canonical
        }
    }

    private static func scalar(in container: any SingleValueDecodingContainer) -> JSON? {
        if container.decodeNil() { return .null }
        if let text = try? container.decode(String.self) { return .string(text) }
        if let whole = try? container.decode(Int64.self) { return .number(String(whole)) }
        if let number = try? container.decode(Double.self) { return .number("\(number)") }
        return (try? container.decode(Bool.self)).map { .bool($0) }
    }

    /// Writes the value.
    ///
    /// - Throws: What the encoder throws.
    func encode(foreign encoder: any Encoder) throws {
        switch self {
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(ForeignJSON(json: value)) }
        case .object(let members):
            var container = encoder.container(keyedBy: ForeignKey.self)
            for member in members {
                let key = ForeignKey(stringValue: member.key)
                try container.encode(ForeignJSON(json: member.value), forKey: key)
            }
        case .null, .bool, .number, .string, .loose:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let flag): try container.encode(flag)
            case .string(let text), .loose(let text): try container.encode(text)
            case .number(let text):
                if let whole = Int64(text) {
                    try container.encode(whole)
                } else {
                    try container.encode(Double(text) ?? 0)
                }
            case .null, .array, .object: try container.encodeNil()
            }
        }
    }
}

extension JSON {
    /// The value with its keys sorted and its numbers in one form each: `2e3` is `2000`.
    ///
    /// A number that a double does not hold keeps its text.
    var canonical: JSON {
        switch self {
        case .number(let text): .number(Self.canonicalNumber(text))
        case .array(let values): .array(values.map(\.canonical))
        case .object(let members):
            .object(
                members
                    .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                    .map { Member($0.key, $0.value.canonical) }
            )
        case .null, .bool, .string, .loose: self
        }
    }

    private static func canonicalNumber(_ text: String) -> String {
        if let whole = Int64(text) { return String(whole) }
        guard let number = Double(text), number.isFinite else { return text }
        guard number.magnitude < 0x1p53, let whole = Int64(exactly: number) else {
            return "\(number)"
        }
        return String(whole)
    }

    /// How many arrays and objects lie within one another.
    var depth: Int {
        switch self {
        case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        case .null, .bool, .number, .string, .loose: 0
        }
    }
}

/// A value within another one.
private struct ForeignJSON: Codable {
    let json: JSON

    init(json: JSON) { self.json = json }
    init(from decoder: any Decoder) throws { json = try JSON(foreign: decoder) }
    func encode(to encoder: any Encoder) throws { try json.encode(foreign: encoder) }
}

private struct ForeignKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
