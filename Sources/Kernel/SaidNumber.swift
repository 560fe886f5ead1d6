/// A number in a sentence, with what it counts.
public struct SaidNumber: Hashable, Sendable {
    /// What a number counts, as far as a sign or the word after it tells.
    public enum Unit: Hashable, Sendable {
        /// Money of a currency, by `$`, `€` or `£` before it or the word after it.
        case money(Currency)
        /// Parts of a hundred, by `%` or the word after it.
        case percent
        /// Anything else.
        case plain
    }

    /// The digits: whole part without leading zeros, a point, decimals without trailing zeros; or
    /// the word itself, in lower case, where letters and digits are mixed or it is a number word.
    public let text: String
    /// What it counts.
    public let unit: Unit

    /// Makes a number from its text in that form.
    public init(text: String, unit: Unit) {
        self.text = text
        self.unit = unit
    }

    /// Whether it is an amount of money.
    public var isMoney: Bool {
        guard case .money = unit else { return false }
        return true
    }

    /// The numbers of a text, in their order.
    ///
    /// A number is whatever holds a digit of any script, and the English words for numbers other
    /// than `one`, which seldom counts, and `second`, which is also a time. `1,234.50` and
    /// `1234.5` are the same; `1.2k` is a word that is only equal to itself.
    public static func all(in text: String) -> [SaidNumber] {
        allBeforeWords(in: text).map(\.number)
    }

    /// The numbers of a text, each with the word after it in lower case; empty after the last.
    public static func allBeforeWords(in text: String) -> [(number: SaidNumber, next: String)] {
        let words = Self.words(of: text)
        return words.indices.compactMap { index in
            let word = words[index].text
            let next = index + 1 < words.count ? words[index + 1].text : ""
            if let number = number(word) {
                let unit = unit(of: words[index], next: next)
                return (SaidNumber(text: number, unit: unit), next)
            }
            let isNumber = word.unicodeScalars.contains { $0.properties.numericType != nil }
            guard isNumber || numberWords.contains(word) else { return nil }
            return (SaidNumber(text: word, unit: unit(of: words[index], next: next)), next)
        }
    }

    private static let numberWords: Set<String> = [
        "zero", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
        "hundred", "hundreds", "thousand", "thousands", "million", "millions", "billion", "dozen",
        "dozens", "half", "third", "quarter", "twice", "double", "triple", "thrice",
    ]

    // MARK: Words

    /// A word with the signs that touch it.
    private struct Word {
        var text = ""
        var before: Unicode.Scalar?
        var after: Unicode.Scalar?
    }

    /// Letters and digits of one run, in lower case; a point or comma between two digits is part
    /// of it.
    private static func words(of text: String) -> [Word] {
        let scalars = Array(text.unicodeScalars)
        var words: [Word] = []
        var isInside = false
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            let previous = index > 0 ? scalars[index - 1] : nil
            let isPart =
                scalar.isPartOfWord
                || (scalar == "." || scalar == ",") && isDigit(previous) && isDigit(next)
            if isPart, !isInside { words.append(Word(before: previous)) }
            if isPart {
                words[words.count - 1].text += scalar.properties.lowercaseMapping
            } else if isInside {
                words[words.count - 1].after = scalar
            }
            isInside = isPart
        }
        return words
    }

    private static func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { ("0"..."9").contains($0) } ?? false
    }

    private static func unit(of word: Word, next: String) -> Unit {
        if word.before == "$" || ["dollar", "dollars"].contains(next) { return .money(.usd) }
        if let currency = word.before.flatMap({ signs[$0] }) { return .money(currency) }
        if let currency = Currency(code: next.uppercased()) { return .money(currency) }
        if word.after == "%" || next == "percent" { return .percent }
        return .plain
    }

    private static let signs: [Unicode.Scalar: Currency] = [
        "€": Currency(code: "EUR"), "£": Currency(code: "GBP"),
    ].compactMapValues(\.self)

    // MARK: Digits

    /// `1,234.50` as `1234.5`; `nil` for a word that is not written like that.
    private static func number(_ word: String) -> String? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = whole(parts[0]) else { return nil }
        guard parts.count == 2 else { return whole }
        guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(isDigitByte) else { return nil }
        let decimals = parts[1].reversed().drop { $0 == "0" }.reversed()
        return decimals.isEmpty ? whole : "\(whole).\(String(decimals))"
    }

    /// The digits before the point, whose commas part thousands.
    private static func whole(_ text: Substring) -> String? {
        let groups = text.split(separator: ",", omittingEmptySubsequences: false)
        guard groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigitByte) }) else {
            return nil
        }
        guard groups.count == 1 || groups[0].count <= 3,
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        let digits = groups.joined().drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }

    private static func isDigitByte(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
