/// Words that are looked for in merchants' names.
struct MerchantWords: Sendable {
    /// Each word as it is typed, and the words that it is without accents and apostrophes.
    private let words: [(typed: TextPattern, folded: [TextPattern])]

    /// What is parted by white space.
    static func parts(of text: String) -> [String] {
        text.unicodeScalars.split { $0.properties.isWhitespace }.map(String.init)
    }

    /// Takes the words.
    init(_ parts: [String]) {
        words = parts.map { part in
            (TextPattern(part), SearchWords.words(in: part).map(TextPattern.init))
        }
    }

    /// Whether all of them are in a name.
    func areIn(_ name: String) -> Bool {
        var folded: String?
        return words.allSatisfy { word in
            if word.typed.isIn(name) { return true }
            guard !word.folded.isEmpty else { return false }
            let plain = folded ?? String(decoding: FoldedText.bytes(of: name), as: UTF8.self)
            folded = plain
            return word.folded.allSatisfy { $0.isIn(plain) }
        }
    }
}
