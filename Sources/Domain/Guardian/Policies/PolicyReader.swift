import Kernel

/// Reads one object of a condition key by key, and knows which keys nobody asked for.
struct PolicyReader {
    /// Where the object stands.
    let path: String
    private var rest: [PolicyValue.Member]

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        guard case .object(let members) = value else { throw .wrongType(path) }
        self.path = path
        rest = members
    }

    /// Where the value of a key stands.
    func path(_ key: String) -> String { "\(path).\(key)" }

    /// Refuses the keys that nobody asked for.
    func finish() throws(PolicyFault) {
        guard let key = rest.min(by: PolicyValue.isBefore)?.key else { return }
        // What nobody would call a key is not told.
        let isName =
            (1...32).contains(key.utf8.count)
            && key.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
        throw .unknown(isName ? self.path(key) : path)
    }

    mutating func take(_ key: String) -> PolicyValue? {
        guard let index = rest.firstIndex(where: { $0.key == key }) else { return nil }
        return rest.remove(at: index).value
    }

    mutating func required(_ key: String) throws(PolicyFault) -> PolicyValue {
        guard let value = take(key) else { throw .required(path(key)) }
        return value
    }

    mutating func integer(
        _ key: String,
        in range: ClosedRange<Int64>
    ) throws(PolicyFault) -> Int64 {
        try Self.integer(required(key), in: range, at: path(key))
    }

    mutating func optionalInteger(
        _ key: String,
        in range: ClosedRange<Int64>
    ) throws(PolicyFault) -> Int64? {
        guard let value = take(key) else { return nil }
        return try Self.integer(value, in: range, at: path(key))
    }

    mutating func decimal(
        _ key: String,
        in range: ClosedRange<Double>
    ) throws(PolicyFault) -> Double {
        let number: Double
        switch try required(key) {
        case .whole(let whole): number = Double(whole)
        case .decimal(let decimal): number = decimal
        default: throw .wrongType(path(key))
        }
        guard range.contains(number) else { throw .outOfRange(path(key)) }
        return number
    }

    mutating func text(_ key: String) throws(PolicyFault) -> String {
        guard case .text(let text) = try required(key) else { throw .wrongType(path(key)) }
        return text
    }

    mutating func optionalText(_ key: String) throws(PolicyFault) -> String? {
        guard let value = take(key) else { return nil }
        guard case .text(let text) = value else { throw .wrongType(path(key)) }
        return text
    }

    /// `absent`: What a key that is not there stands for.
    mutating func flag(_ key: String, absent: Bool) throws(PolicyFault) -> Bool {
        guard let value = take(key) else { return absent }
        guard case .flag(let flag) = value else { throw .wrongType(path(key)) }
        return flag
    }

    mutating func id<Entity>(_ key: String) throws(PolicyFault) -> ID<Entity> {
        guard let id = ID<Entity>(try text(key)) else {
            throw PolicyFault(path(key), "is not a UUID")
        }
        return id
    }

    mutating func optionalID<Entity>(_ key: String) throws(PolicyFault) -> ID<Entity>? {
        guard let text = try optionalText(key) else { return nil }
        guard let id = ID<Entity>(text) else { throw PolicyFault(path(key), "is not a UUID") }
        return id
    }

    /// One word of a closed vocabulary.
    mutating func word<Word: CaseIterable & RawRepresentable>(
        _ key: String,
        _ type: Word.Type = Word.self
    ) throws(PolicyFault) -> Word where Word.RawValue == String {
        try Self.word(required(key), at: path(key))
    }

    /// A list with its bounds.
    mutating func list(
        _ key: String,
        upTo most: Int
    ) throws(PolicyFault) -> [PolicyValue] {
        try Self.list(required(key), upTo: most, at: path(key))
    }
}

extension PolicyReader {
    static func integer(
        _ value: PolicyValue,
        in range: ClosedRange<Int64>,
        at path: String
    ) throws(PolicyFault) -> Int64 {
        switch value {
        case .whole(let number) where range.contains(number): return number
        case .whole: throw .outOfRange(path)
        // Whole, but more than an integer holds.
        case .decimal(let number) where number == number.rounded(): throw .outOfRange(path)
        default: throw .wrongType(path)
        }
    }

    static func word<Word: CaseIterable & RawRepresentable>(
        _ value: PolicyValue,
        at path: String
    ) throws(PolicyFault) -> Word where Word.RawValue == String {
        guard case .text(let text) = value else { throw .wrongType(path) }
        guard let word = Word(rawValue: text) else {
            throw .notOneOf(Word.allCases.map(\.rawValue), path)
        }
        return word
    }

    static func list(
        _ value: PolicyValue,
        upTo most: Int,
        at path: String
    ) throws(PolicyFault) -> [PolicyValue] {
        guard case .list(let values) = value else { throw .wrongType(path) }
        guard (1...most).contains(values.count) else {
            throw PolicyFault(path, "must have 1 to \(most) entries")
        }
        return values
    }

    /// A list of names in the form in which equal ones are equal, each once, in order.
    static func names(
        _ value: PolicyValue,
        upTo characters: Int,
        at path: String,
        _ normalised: (String) -> String
    ) throws(PolicyFault) -> [String] {
        var names: Set<String> = []
        let values = try list(value, upTo: Limits.policyListEntries, at: path)
        for (index, value) in values.enumerated() {
            let path = "\(path)[\(index)]"
            guard case .text(let text) = value else { throw .wrongType(path) }
            try checkPlain(text, upTo: characters, at: path)
            let name = normalised(text)
            guard !name.isEmpty else { throw .required(path) }
            names.insert(name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Refuses text that is too long, or that no other text of a call may be.
    static func checkPlain(
        _ text: String,
        upTo characters: Int,
        at path: String
    ) throws(PolicyFault) {
        guard !text.hasMoreScalars(than: characters) else {
            throw PolicyFault(path, "is too long")
        }
        guard text.isStreamSafe else {
            let most = Limits.combiningMarks
            throw PolicyFault(path, "has more than \(most) combining marks in a row")
        }
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        }
        guard !text.unicodeScalars.contains(where: isControl) else {
            throw PolicyFault(path, "has a control character")
        }
    }
}
