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
        return words.indices.contains { start in
            var rest = joined.utf8[...]
            for word in words[start...].prefix(joinedWords) {
                guard rest.starts(with: word.utf8) else { return false }
                rest = rest.dropFirst(word.utf8.count)
                if rest.isEmpty { return true }
            }
            return false
        }
    }

    private static let shortestJoined = 5
    private static let shortestCorrected = 5
    private static let shortestBeside = 3
    /// Words of a merchant's name that are put together, at most.
    private static let joinedWords = 4

    private static func isNear(_ typed: [String], _ words: [String]) -> Bool {
        let joined = typed.joined()
        if joined.utf8.count > shortestJoined,
            words.indices.contains(where: { isSlip(joined, of: words[$0...]) })
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

    /// Whether the first of some words put together are what is typed but for a slip; those are put
    /// together that begin alike and are as long, because a question has many merchants to look at.
    private static func isSlip(_ typed: String, of words: ArraySlice<String>) -> Bool {
        guard words.first?.utf8.first == typed.utf8.first else { return false }
        let length = typed.utf8.count
        var end = words.startIndex
        var joined = 0
        while end < words.endIndex, end - words.startIndex < joinedWords, joined <= length {
            joined += words[end].utf8.count
            end += 1
            guard abs(joined - length) <= 1 else { continue }
            if isSlip(typed, words[..<end].joined(), shortestCorrected) { return true }
        }
        return false
    }
}
