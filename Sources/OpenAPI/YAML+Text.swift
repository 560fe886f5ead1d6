extension YAML {
    /// The value as text in block style, with a line end after its last line.
    var text: String { lines.map { $0 + "\n" }.joined() }

    private var lines: [String] {
        if let line { return [line] }
        return switch self {
        case .map(let entries): entries.flatMap(Self.lines(_:))
        case .list(let values): values.flatMap(Self.lines(ofItem:))
        case .text, .literal: []
        }
    }

    /// The value where it fits on one line: scalars, what is empty, and short lists of words.
    private var line: String? {
        switch self {
        case .text(let text): return Self.scalar(text)
        case .literal(let text): return text
        case .map(let entries): return entries.isEmpty ? "{}" : nil
        case .list(let values):
            let words = values.compactMap(\.word)
            let line = "[\(words.joined(separator: ", "))]"
            return words.count == values.count && line.utf8.count <= 80 ? line : nil
        }
    }

    /// A scalar that means the same between brackets, where commas separate.
    private var word: String? {
        switch self {
        case .text(let text) where !text.contains(","): Self.scalar(text)
        case .literal(let text): text
        case .text, .list, .map: nil
        }
    }

    private static func lines(_ entry: Entry) -> [String] {
        let key = scalar(entry.key)
        if let line = entry.value.line { return ["\(key): \(line)"] }
        return ["\(key):"] + entry.value.lines.map { "  \($0)" }
    }

    private static func lines(ofItem value: YAML) -> [String] {
        value.lines.enumerated().map { index, line in (index == 0 ? "- " : "  ") + line }
    }

    /// Text that stays text for every reader: plain where nothing can go wrong, else quoted.
    static func scalar(_ text: String) -> String {
        isPlain(text) ? text : "\"\(text.unicodeScalars.map(quoted).joined())\""
    }

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) || "/$".utf8.contains(first),
            text.utf8.last != UInt8(ascii: " "), !words.contains(text.lowercased())
        else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || marks.contains($0) }
    }

    /// What YAML 1.1 or 1.2 reads as something other than text.
    private static let words: Set<String> = [
        "null", "true", "false", "yes", "no", "on", "off", "y", "n",
    ]

    /// Marks that mean nothing inside plain text, neither in a block nor in front of one.
    private static let marks = Set(" $_-./();,'".utf8)

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func quoted(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x22, 0x5C: "\\\(scalar)"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        // Controls, line separators, the byte order mark and what is no character.
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: escape(scalar)
        default: String(scalar)
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
