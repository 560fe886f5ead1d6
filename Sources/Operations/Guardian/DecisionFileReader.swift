import Contract
import Kernel

/// Reads one object of a document key by key, and knows which keys nobody asked for.
struct DecisionFileReader {
    private let path: String
    private var rest: [String: JSON]

    /// Reads an object at a path; the document itself has none.
    init(_ json: JSON, at path: String) throws(DecisionFileFault) {
        guard case .object(let members) = json else {
            throw DecisionFileFault(path.isEmpty ? "the document" : path, "must be an object")
        }
        self.path = path
        // Keys are distinct: the parser refuses others.
        rest = Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
    }

    /// What is wrong with a field of this object.
    func fault(_ key: String, _ rule: String) -> DecisionFileFault {
        DecisionFileFault(name(key), rule)
    }

    /// Refuses the keys that nobody asked for.
    func requireEnd() throws(DecisionFileFault) {
        guard let key = rest.keys.min() else { return }
        throw fault(key, "is not known here")
    }

    /// Whether a field that may be left out is there.
    func has(_ key: String) -> Bool { rest[key] != nil }

    mutating func object(_ key: String) throws(DecisionFileFault) -> Self {
        try Self(take(key), at: name(key))
    }

    /// A value of any kind.
    mutating func value(_ key: String) throws(DecisionFileFault) -> JSON { try take(key) }

    mutating func text(_ key: String) throws(DecisionFileFault) -> String {
        guard case .string(let text) = try take(key) else { throw fault(key, "must be a string") }
        return text
    }

    mutating func flag(_ key: String) throws(DecisionFileFault) -> Bool {
        guard case .bool(let flag) = try take(key) else {
            throw fault(key, "must be true or false")
        }
        return flag
    }

    mutating func id<Entity>(_ key: String) throws(DecisionFileFault) -> ID<Entity> {
        guard let id = ID<Entity>(try text(key)) else { throw fault(key, "is not a UUID") }
        return id
    }

    mutating func integer(
        _ key: String,
        in range: ClosedRange<Int64> = .min ... .max
    ) throws(DecisionFileFault) -> Int64 {
        guard case .number(let text) = try take(key), let value = Int64(text) else {
            throw fault(key, "must be a whole number")
        }
        guard range.contains(value) else { throw fault(key, "is out of range") }
        return value
    }

    private mutating func take(_ key: String) throws(DecisionFileFault) -> JSON {
        guard let value = rest.removeValue(forKey: key) else { throw fault(key, "is required") }
        return value
    }

    /// The path of a field of this object.
    func name(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
