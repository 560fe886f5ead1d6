/// What a bank or a card network writes beside a purchase, taken apart.
///
/// `SQ *BLUE BOTTLE COFFEE #0123 SEATTLE WA` names a payment processor, a merchant, its store and
/// where that is. Everything is done in a fixed order, so the same text always gives the same.
///
/// - Complexity: O(*n*) in the text's length.
public struct Descriptor: Sendable {
    /// Every word, those that are numbers too.
    let tokens: [DescriptorToken]
    /// The places in `tokens` of the words that are no numbers.
    private let kept: [Int]
    /// The places of the name in the words that are no numbers.
    private(set) var name: Range<Int>
    /// The word before the name that tells who took the payment, such as `SQ`.
    private(set) var processor: String?

    /// Takes a text apart.
    init(_ text: String) {
        tokens = DescriptorScanner.tokens(of: text)
        kept = tokens.indices.filter { [tokens] in !tokens[$0].isNumber }
        name = 0..<kept.count
        dropPrefixes()
        dropTails()
    }

    /// The form in which two descriptors of one merchant are most often equal.
    ///
    /// In upper case, without what payment processors and banks put before the name, without store
    /// numbers, telephone numbers, dates and masked cards, and without the city and the state of
    /// the United States at the end: `TST* CAFÉ NOIR 0042 PORTLAND OR` is `CAFE NOIR`. Empty when
    /// the text names nobody. The form of a form is itself.
    public static func normalised(_ text: String) -> String {
        let descriptor = Descriptor(text)
        return descriptor.name.map { descriptor.word($0) }.joined(separator: " ")
    }

    /// A word that is no number.
    func word(_ place: Int) -> String { tokens[kept[place]].text }

    /// Where aliases are looked for: behind the prefixes, with all numbers and tails.
    ///
    /// Aliases may have what looks like a number or a state in another name: `UNITED 016`,
    /// `SONIC DRIVE IN`.
    var searched: Range<Int> {
        let before = name.lowerBound == 0 ? 0 : kept[name.lowerBound - 1] + 1
        return before..<tokens.count
    }

    /// Whether words from the first one searched up to a place are all the descriptor names, but
    /// for a number, an order or a city.
    func isWholeName(from start: Int, to end: Int) -> Bool {
        guard let last = name.last else { return true }
        guard start == searched.lowerBound || start == kept[name.lowerBound] else { return false }
        guard end < tokens.count else { return true }
        return end > kept[last] || tokens[end].isNumber || tokens[end - 1].isStarred
    }

    // MARK: What surrounds the name

    /// Drops what stands before the name, as long as a name is left.
    private mutating func dropPrefixes() {
        while true {
            var next: (end: Int, isProcessor: Bool)?
            DescriptorNoise.prefixes.phrases(in: name, word: word) { end, found in
                let kind = DescriptorNoise.prefixes[found: found]
                let isMeant = kind != .starred || tokens[kept[end - 1]].isStarred
                if isMeant, end < name.upperBound { next = (end, kind != .bank) }
            }
            guard let next else { return }
            if next.isProcessor { processor = word(name.lowerBound) }
            name = next.end..<name.upperBound
        }
    }

    /// Drops what stands behind the name, as long as a name is left.
    private mutating func dropTails() {
        while name.count > 1, let end = endWithoutTail { name = name.lowerBound..<end }
    }

    /// Where the name ends without the last of what stands behind it; `nil` when nothing does.
    private var endWithoutTail: Int? {
        let last = name.upperBound - 1
        let token = tokens[kept[last]]
        if token.isDigits || token.text == "USA" { return last }
        if token.text == "CARD", kept[last] + 1 < tokens.count, tokens[kept[last] + 1].isNumber {
            return last
        }
        guard token.text.utf8.count == 2, DescriptorNoise.states.contains(token.text),
            word(last - 1) != "AND"
        else { return nil }
        return endWithoutCity(last)
    }

    /// Where the name ends without the city before a state: at the number that parts the two, else
    /// before a city that is known, else before the state.
    private func endWithoutCity(_ state: Int) -> Int {
        let first = name.lowerBound + 1
        let longest = max(first, state - DescriptorNoise.cityWords)
        for place in (longest..<max(longest, state)).reversed()
        where kept[place] - kept[place - 1] > 1 {
            return place
        }
        for place in longest..<max(longest, state) {
            let words = (place..<state).map(word)
            if DescriptorNoise.cities[words] != nil { return place }
        }
        return state
    }
}
