import Contract

/// A YAML value, keys in the order they are given.
enum YAML: Equatable, Sendable {
    /// Text, quoted where it could be read as something else.
    case text(String)
    /// A number, `true`, `false` or `null`, written as it is.
    case literal(String)
    case list([YAML])
    case map([Entry])

    /// One key of a map with its value.
    struct Entry: Equatable, Sendable {
        let key: String
        let value: YAML
    }

    static func number(_ value: Double) -> YAML {
        value == value.rounded() && abs(value) < 1e15
            ? .literal(String(Int64(value))) : .literal(decimal("\(value)"))
    }

    /// A reference to a component of the document.
    static func reference(_ section: String, _ name: String) -> YAML {
        ["$ref": .text("#/components/\(section)/\(name)")]
    }

    /// The same value as a JSON value.
    init(_ json: JSON) {
        switch json {
        case .null: self = .literal("null")
        case .bool(let flag): self = .literal(flag ? "true" : "false")
        case .number(let text): self = .literal(Self.decimal(text))
        case .string(let text), .loose(let text): self = .text(text)
        case .array(let values): self = .list(values.map { YAML($0) })
        case .object(let members):
            self = .map(members.map { Entry(key: $0.key, value: YAML($0.value)) })
        }
    }

    /// The value of a key, when this is a map that has it.
    subscript(key: String) -> YAML? {
        entries.first { $0.key == key }?.value
    }

    /// The keys and values, when this is a map.
    var entries: [Entry] {
        guard case .map(let entries) = self else { return [] }
        return entries
    }

    /// The map with another key at its end; the map itself when there is no value.
    func with(_ key: String, _ value: YAML?) -> YAML {
        guard let value else { return self }
        return .map(entries + [Entry(key: key, value: value)])
    }

    /// Readers of YAML 1.1 know an exponent only behind a point and before a sign.
    private static func decimal(_ text: String) -> String {
        let parts = text.lowercased().split(separator: "e", maxSplits: 1)
        guard parts.count == 2 else { return text }
        let mantissa = parts[0].contains(".") ? parts[0] : parts[0] + ".0"
        let isSigned = parts[1].hasPrefix("-") || parts[1].hasPrefix("+")
        return "\(mantissa)e\(isSigned ? "" : "+")\(parts[1])"
    }
}

extension YAML: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self = .text(text) }
}

extension YAML: ExpressibleByBooleanLiteral {
    init(booleanLiteral flag: Bool) { self = .literal(flag ? "true" : "false") }
}

extension YAML: ExpressibleByIntegerLiteral {
    init(integerLiteral number: Int) { self = .literal(String(number)) }
}

extension YAML: ExpressibleByArrayLiteral {
    init(arrayLiteral values: YAML...) { self = .list(values) }
}

extension YAML: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral pairs: (String, YAML)...) {
        self = .map(pairs.map { Entry(key: $0, value: $1) })
    }
}
