/// A value with one text form, which may be wrong in ways of its own.
protocol WireLeaf: Decodable {
    /// The schema of the JSON it is written as.
    static var schema: Schema { get }
    /// Reads the value, or says which rule the JSON breaks.
    static func read(_ json: JSON) -> Result<Self, WireFault>
    /// A value that stands in for one that could not be read.
    static var sampleValue: Self { get }
    /// Whether blank text is a value, where it would else count as not sent.
    static var keepsBlank: Bool { get }
}

/// The rule that a JSON value breaks.
struct WireFault: Error {
    let rule: String

    static let wrongType = Self(rule: "has the wrong type")
    static let outOfRange = Self(rule: "is out of range")
    static let required = Self(rule: "is required")
}

extension WireLeaf {
    static var keepsBlank: Bool { false }

    /// Reads the leaf from any decoder; a foreign one is asked for text, then for a number.
    static func leaf(from decoder: any Decoder) throws -> Self {
        if let node = decoder as? NodeDecoder { return node.leaf(Self.self) }
        let container = try decoder.singleValueContainer()
        let json: JSON
        if let text = try? container.decode(String.self) {
            json = .string(text)
        } else {
            json = .number("\(try container.decode(Double.self))")
        }
        switch read(json) {
        case .success(let value): return value
        case .failure(let fault):
            throw DecodingError.dataCorruptedError(in: container, debugDescription: fault.rule)
        }
    }
}

/// A closed vocabulary of the contract.
protocol WireEnum: WireLeaf, CaseIterable, RawRepresentable where RawValue == String {
    /// Whether `credit` is taken for `Credit`.
    static var ignoresCase: Bool { get }
    /// What the word may be written as too when it is read; it is never written so.
    var otherSpelling: String? { get }
}

extension WireEnum {
    static var ignoresCase: Bool { false }

    var otherSpelling: String? { nil }

    static var schema: Schema { Schema(.string, allowed: allCases.map(\.rawValue)) }

    static var sampleValue: Self {
        guard let first = allCases.first else { preconditionFailure("a vocabulary has words") }
        return first
    }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        let text: String
        switch json {
        case .string(let string), .loose(let string): text = WireText.trimmed(string)
        default: return .failure(.wrongType)
        }
        // The words are ASCII, so what has another length is another word, however it looks.
        let match = allCases.first { word in
            isSame(word.rawValue, text) || word.otherSpelling.map { isSame($0, text) } ?? false
        }
        guard let match else { return .failure(WireFault(rule: "must be \(listed)")) }
        return .success(match)
    }

    private static func isSame(_ word: String, _ text: String) -> Bool {
        guard word.utf8.count == text.utf8.count else { return false }
        return word == text || ignoresCase && word.lowercased() == text.lowercased()
    }

    /// `block or warn`; `Saver, Average or Spender`.
    private static var listed: String {
        let words = allCases.map(\.rawValue)
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or \(last)"
    }
}
