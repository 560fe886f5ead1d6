import Kernel

/// A sentence taken apart into words, for comparing without case and apostrophes.
///
/// `&` between two letters and `+` behind one belong to the word, so `AT&T` and `Disney+` are one.
struct SentenceWords: Sendable {
    /// A word and where it stands.
    struct Word: Sendable {
        /// In lower case, without apostrophes.
        var text: String
        /// The scalars it takes up.
        var range: Range<Int>
    }

    /// The sentence.
    let scalars: [Unicode.Scalar]
    /// Its words in their order.
    let words: [Word]

    /// Takes a text apart.
    ///
    /// - Complexity: O(*n*) in its length.
    init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        var words: [Word] = []
        var start: Int?
        // Bytes, because a string that grows by single scalars takes ten times as long.
        var word: [UInt8] = []
        func end(at place: Int) {
            guard let first = start else { return }
            let text = String(decoding: word, as: UTF8.self)
            words.append(Word(text: text, range: first..<place))
            start = nil
            word.removeAll(keepingCapacity: true)
        }
        for place in scalars.indices {
            let scalar = scalars[place]
            if Self.isApostrophe(scalar) { continue }
            if Self.isPart(scalars, place) {
                if start == nil { start = place }
                Self.append(scalar, to: &word)
            } else {
                end(at: place)
            }
        }
        end(at: scalars.count)
        self.scalars = scalars
        self.words = words
    }

    /// The words joined by single spaces: the form in which phrases are compared.
    var joined: String { words.map(\.text).joined(separator: " ") }

    /// Whether any of some words is there.
    func contains(anyOf wanted: Set<String>) -> Bool {
        words.contains { wanted.contains($0.text) }
    }

    /// Where a phrase begins and ends in the words; `nil` when it is not there.
    func places(of phrase: [String]) -> Range<Int>? {
        guard !phrase.isEmpty, phrase.count <= words.count else { return nil }
        for start in 0...(words.count - phrase.count) {
            let isThere = phrase.indices.allSatisfy { words[start + $0].text == phrase[$0] }
            if isThere { return start..<start + phrase.count }
        }
        return nil
    }

    /// The text without some of its words.
    func text(without places: Range<Int>) -> String {
        guard let first = places.first, let last = places.last else { return "" }
        let removed = words[first].range.lowerBound..<words[last].range.upperBound
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[..<removed.lowerBound])
        text.append(" ")
        text.append(contentsOf: scalars[removed.upperBound...])
        return String(text)
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "'", "`", "\u{2018}", "\u{2019}", "\u{2BC}": true
        default: false
        }
    }

    private static func isPart(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        let scalar = scalars[place]
        if scalar.isASCII {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9": return true
            case "&":
                return isLetter(scalars, place - 1) && isLetter(scalars, place + 1)
            case "+": return isLetter(scalars, place - 1) && !isLetter(scalars, place + 1)
            default: return false
            }
        }
        return scalar.isPartOfWord
    }

    private static func isLetter(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        scalars.indices.contains(place) && scalars[place].properties.isAlphabetic
    }

    /// Appends a scalar in lower case, in UTF-8.
    private static func append(_ scalar: Unicode.Scalar, to word: inout [UInt8]) {
        guard scalar.isASCII else {
            word.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
            return
        }
        let byte = UInt8(scalar.value)
        word.append(("A"..."Z").contains(scalar) ? byte | 0x20 : byte)
    }
}
