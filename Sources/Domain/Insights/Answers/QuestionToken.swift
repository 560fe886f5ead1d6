import Kernel

/// A word or number of a question.
struct QuestionToken: Sendable, Hashable {
    /// What it is.
    enum Kind: Sendable, Hashable {
        /// A word in lower case without accents and apostrophes.
        case word
        /// A number as it is typed, without the commas between thousands; `isMoney` with a sign of
        /// money or decimals.
        case number(isMoney: Bool)
        /// A day as `YYYY-MM-DD`.
        case day(CivilDay)
        /// A month as `YYYY-MM`.
        case month(CivilMonth)
    }

    /// What it is.
    let kind: Kind
    /// How it is written.
    let text: String

    /// The word; `nil` when it is no word.
    var word: String? { kind == .word ? text : nil }

    /// A whole number up to 9,999 that is no amount of money.
    var integer: Int? {
        guard kind == .number(isMoney: false), text.utf8.count <= 4 else { return nil }
        return Int(text)
    }

    /// Whether it is a number.
    var isNumber: Bool {
        if case .number = kind { return true }
        return false
    }
}

extension QuestionToken {
    /// The words and numbers of a text; `nil` when there are more than a question has.
    ///
    /// - Complexity: O(*n*) in the text's length.
    static func tokens(of text: String) -> [QuestionToken]? {
        let bytes = FoldedText.bytes(of: text)
        var tokens: [QuestionToken] = []
        var place = 0
        while place < bytes.count {
            guard tokens.count <= Limits.questionWords else { return nil }
            let byte = bytes[place]
            if isLetter(byte) {
                let end = self.end(of: bytes, from: place, isLetter)
                append(String(decoding: bytes[place..<end], as: UTF8.self), to: &tokens)
                place = end
            } else if isDigit(byte) {
                place = appendNumber(bytes, from: place, to: &tokens)
            } else {
                place += 1
            }
        }
        return tokens.count <= Limits.questionWords ? tokens : nil
    }

    private static let numbers = [
        "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
        "nine": "9", "ten": "10",
    ]
    /// What stands behind the number of a day, and says nothing else.
    private static let ordinals: Set = ["st", "nd", "rd", "th"]

    private static func append(_ word: String, to tokens: inout [QuestionToken]) {
        if let number = numbers[word] {
            tokens.append(QuestionToken(kind: .number(isMoney: false), text: number))
        } else {
            tokens.append(QuestionToken(kind: .word, text: word))
        }
    }

    private static func appendNumber(
        _ bytes: [UInt8],
        from start: Int,
        to tokens: inout [QuestionToken]
    ) -> Int {
        let run = end(of: bytes, from: start) { isDigit($0) || $0 == UInt8(ascii: "-") }
        let date = String(decoding: bytes[start..<run], as: UTF8.self)
        if let day = CivilDay(date) {
            tokens.append(QuestionToken(kind: .day(day), text: date))
            return run
        }
        if let month = CivilMonth(date) {
            tokens.append(QuestionToken(kind: .month(month), text: date))
            return run
        }
        var end = start
        var hasDecimals = false
        while end < bytes.count {
            let isSeparator = bytes[end] == UInt8(ascii: ",") || bytes[end] == UInt8(ascii: ".")
            let goesOn = end + 1 < bytes.count && isDigit(bytes[end + 1])
            guard isDigit(bytes[end]) || (isSeparator && goesOn) else { break }
            if bytes[end] == UInt8(ascii: ".") { hasDecimals = true }
            end += 1
        }
        let digits = bytes[start..<end].filter { $0 != UInt8(ascii: ",") }
        var text = String(decoding: digits, as: UTF8.self)
        var isMoney = hasDecimals || (start > 0 && bytes[start - 1] == UInt8(ascii: "$"))
        let suffix = self.end(of: bytes, from: end, isLetter)
        let letters = String(decoding: bytes[end..<suffix], as: UTF8.self)
        if letters == "k", !hasDecimals {
            (text, isMoney, end) = (text + "000", true, suffix)
        } else if ordinals.contains(letters) {
            end = suffix
        }
        tokens.append(QuestionToken(kind: .number(isMoney: isMoney), text: text))
        return end
    }

    private static func end(
        of bytes: [UInt8],
        from start: Int,
        _ belongs: (UInt8) -> Bool
    ) -> Int {
        var end = start
        while end < bytes.count, belongs(bytes[end]) { end += 1 }
        return end
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
