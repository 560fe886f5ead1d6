/// In which texts each word stands.
struct WordPlaces: Sendable {
    private var numbers: [String: Int32] = [:]
    private var words: [String] = []
    /// The texts of each word, ascending.
    private var texts: [[Int32]] = []
    /// The words of letters by their first one.
    private var byFirstLetter = [[Int32]](repeating: [], count: 26)

    /// The places of the texts with a word, ascending.
    subscript(word: String) -> [Int32] { numbers[word].map { texts[Int($0)] } ?? [] }

    /// Adds the words of the next text.
    mutating func add(_ found: [String], at text: Int32) {
        for word in found {
            let number = number(of: word)
            // A word that the text repeats was the last one added.
            if texts[number].last != text { texts[number].append(text) }
        }
    }

    /// Whether a text has a word.
    ///
    /// - Complexity: O(log *n*) in the number of texts.
    func has(_ word: String, at text: Int32) -> Bool {
        let places = self[word]
        var range = 0..<places.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if places[middle] == text { return true }
            range =
                places[middle] < text
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }

    /// The words that begin with the same letter as one.
    func words(beginningAs word: String) -> some Sequence<String> {
        let letter = word.utf8.first.map { Int($0) - 0x61 } ?? -1
        let numbers = byFirstLetter.indices.contains(letter) ? byFirstLetter[letter] : []
        return numbers.lazy.map { words[Int($0)] }
    }

    private mutating func number(of word: String) -> Int {
        if let number = numbers[word] { return Int(number) }
        let number = words.count
        numbers[word] = Int32(number)
        words.append(word)
        texts.append([])
        let letter = word.utf8.first.map { Int($0) - 0x61 } ?? -1
        if byFirstLetter.indices.contains(letter) { byFirstLetter[letter].append(Int32(number)) }
        return number
    }
}
