public import Kernel

/// Header fields by name; upper and lower case of a name are the same.
public struct Headers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    private var values: [String: String] = [:]

    /// Makes fields; of two with one name the last stays.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The value of a field.
    public subscript(name: String) -> String? {
        get { values[name.lowercased()] }
        set { values[name.lowercased()] = newValue }
    }

    /// Every field, names in lower case and in order.
    public var all: [(name: String, value: String)] {
        values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }
}

extension Headers: Confidential {
    /// The names.
    public var description: String { all.map(\.name).joined(separator: ", ") }
}
