import Testing

@testable import Insights

@Suite("Spellings")
struct SpellingTests {
    @Test(
        "differ by one letter put in, left out, changed, or swapped with its neighbour",
        arguments: [
            ("grocries", "groceries", true), ("starbuks", "starbucks", true),
            ("wallgreens", "walgreens", true), ("insurence", "insurance", true),
            ("electrcity", "electricity", true), ("coffe", "coffee", true),
            ("cofefe", "coffee", true), ("acb", "abc", true), ("", "a", true),
            ("coffee", "coffee", false), ("cofe", "coffee", false), ("abcd", "badc", false),
            ("abc", "cab", false), ("", "ab", false), ("", "", false), ("abcd", "acbe", false),
        ]
    )
    func examples(left: String, right: String, isOne: Bool) {
        #expect(Spelling.differByOne(left, right) == isOne)
        #expect(Spelling.differByOne(right, left) == isOne)
    }

    @Test("of every two short words differ as making every slip says")
    func everyPair() {
        let words = Self.words(upTo: 4)
        #expect(words.count == 1 + 2 + 4 + 8 + 16)
        for word in words {
            let slips = Self.slips(of: word)
            let found = words.filter { Spelling.differByOne(word, $0) }
            #expect(Set(found) == slips.intersection(words).subtracting([word]), "\(word)")
        }
    }

    private static func words(upTo length: Int) -> [String] {
        guard length > 0 else { return [""] }
        let shorter = words(upTo: length - 1)
        let longest = shorter.filter { $0.utf8.count == length - 1 }
        return shorter + longest.flatMap { ["\($0)a", "\($0)b"] }
    }

    /// Everything that one slip makes of a word.
    private static func slips(of word: String) -> Set<String> {
        let letters = Array(word)
        var slips: Set<String> = []
        for place in 0...letters.count {
            for letter in "ab" {
                slips.insert(String(letters[..<place] + [letter] + letters[place...]))
                guard place < letters.count else { continue }
                slips.insert(String(letters[..<place] + [letter] + letters[(place + 1)...]))
            }
            guard place < letters.count else { continue }
            slips.insert(String(letters[..<place] + letters[(place + 1)...]))
            guard place + 1 < letters.count else { continue }
            var swapped = letters
            swapped.swapAt(place, place + 1)
            slips.insert(String(swapped))
        }
        return slips
    }
}
