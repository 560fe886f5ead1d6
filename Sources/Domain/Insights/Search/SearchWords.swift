/// The words of a text, as the search compares them.
///
/// Runs of a-z and runs of 0-9 of the folded text: in lower case, without accents and apostrophes.
/// All else parts words, every other script too. Source: `data/SOURCES.md`, embeddings.
public enum SearchWords {
    /// The longest word of letters; a longer one is skipped.
    static let letters = 40
    /// The longest word of digits; a longer one is a number that says nothing.
    static let digits = 4

    /// The words of a text in their order, repeats kept.
    ///
    /// - Complexity: O(*n*) in the text's length, whatever the text.
    public static func words(in text: String) -> [String] {
        var words: [String] = []
        let bytes = FoldedText.bytes(of: text)
        var start = 0
        var end = 0
        while end < bytes.count {
            let kind = Kind(bytes[end])
            if kind == .other {
                end += 1
                continue
            }
            start = end
            while end < bytes.count, Kind(bytes[end]) == kind { end += 1 }
            if end - start <= (kind == .letter ? letters : digits) {
                words.append(String(decoding: bytes[start..<end], as: UTF8.self))
            }
        }
        return words
    }

    private enum Kind {
        case letter
        case digit
        case other

        init(_ byte: UInt8) {
            switch byte {
            case 0x61...0x7A: self = .letter
            case 0x30...0x39: self = .digit
            default: self = .other
            }
        }
    }
}
