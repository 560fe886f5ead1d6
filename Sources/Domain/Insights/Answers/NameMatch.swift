import Catalogue

/// How well a merchant fits a name in a question.
enum NameMatch: Int, Comparable {
    /// It is somebody else.
    case none
    /// It is the name with slips of the finger.
    case near
    /// All words of the name are words of it.
    case exact

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// How well a merchant fits.
    ///
    /// - Parameters:
    ///   - name: The name in a question.
    ///   - words: The merchant's words, folded.
    ///   - catalogueName: What the catalogue calls the merchant, if it knows it.
    init(_ name: WantedName, _ words: [String], catalogueName: String?) {
        let isSame = name.catalogueName.map { $0 == catalogueName } ?? false
        let typed = name.words
        if isSame || typed.allSatisfy(words.contains) || Self.isJoined(typed, in: words) {
            self = .exact
        } else {
            self = Self.isNear(typed, words) ? .near : .none
        }
    }

    /// Whether the words of a question are a name of the catalogue, or the first ones of it.
    static func isSame(_ typed: [String], _ name: [String]) -> Bool {
        typed.allSatisfy(name.contains) || isJoined(typed, in: name) || isNear(typed, name)
    }

    /// Whether both are the same letters: `whole foods` and `wholefoods`.
    private static func isJoined(_ typed: [String], in words: [String]) -> Bool {
        let joined = typed.joined()
        guard joined.utf8.count >= shortestJoined else { return false }
        return runs(of: words).contains(joined)
    }

    private static let shortestJoined = 5
    private static let shortestCorrected = 5
    private static let shortestBeside = 3
    /// Words of a merchant's name that are put together, at most.
    private static let joinedWords = 4

    private static func isNear(_ typed: [String], _ words: [String]) -> Bool {
        let joined = typed.joined()
        if joined.utf8.count > shortestJoined,
            runs(of: words).contains(where: { isSlip(joined, $0, shortestCorrected) })
        {
            return true
        }
        let known = typed.contains { $0.utf8.count > shortestBeside && words.contains($0) }
        let shortest = known ? shortestBeside : shortestCorrected
        return typed.allSatisfy { word in
            words.contains(word) || words.contains { isSlip(word, $0, shortest) }
        }
    }

    private static func isSlip(_ typed: String, _ word: String, _ shortest: Int) -> Bool {
        typed.utf8.count >= shortest && typed.utf8.first == word.utf8.first
            && Spelling.differByOne(typed, word)
    }

    /// Neighbouring words put together.
    private static func runs(of words: [String]) -> [String] {
        words.indices.flatMap { start in
            (1...joinedWords).compactMap { count in
                start + count <= words.count ? words[start..<start + count].joined() : nil
            }
        }
    }
}
