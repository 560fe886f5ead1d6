import Foundation

/// One word of a descriptor.
struct DescriptorToken: Sendable {
    /// The word in upper case, without apostrophes.
    let text: String
    /// Whether it is digits and nothing else.
    let isDigits: Bool
    /// Whether it is a store number, an order, a date, a card: no part of a name.
    var isNumber: Bool
    /// Whether an asterisk follows, behind which an order or another merchant is named.
    var isStarred = false
}

/// Takes a descriptor's text apart into words, in one pass.
///
/// Letters and digits make words and all else parts them, but for an apostrophe, which is dropped:
/// `TRADER JOE'S` is `TRADER JOES`. `&` is the word `AND`, `+` the word `PLUS`.
struct DescriptorScanner {
    private(set) var tokens: [DescriptorToken] = []
    /// The letters and digits of all words.
    private var bytes: [UInt8] = []
    /// Where the word that is being read begins.
    private var start = 0
    private var digits = 0
    private var isHashed = false
    private var isAfterStar = false
    /// What is between the last word and this one: `nil` for nothing, 0 for several characters.
    private var gap: UInt8?

    private init(_ length: Int) {
        tokens.reserveCapacity(8)
        bytes.reserveCapacity(length)
    }

    /// Reads a text; of one that is not ASCII, what Unicode has several forms of in the plainest.
    static func tokens(of text: String) -> [DescriptorToken] {
        let isASCII = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } }
        var text = isASCII == true ? text : plain(text)
        return text.withUTF8 { bytes in
            var scanner = Self(bytes.count)
            for byte in bytes { scanner.take(byte) }
            scanner.finish()
            return scanner.tokens
        }
    }

    private mutating func take(_ byte: UInt8) {
        switch byte {
        case 0x41...0x5A, 0x80...: bytes.append(byte)
        case 0x61...0x7A: bytes.append(byte & 0xDF)
        case 0x30...0x39:
            digits += 1
            bytes.append(byte)
        case UInt8(ascii: "'"), UInt8(ascii: "`"): break
        default:
            finish()
            separate(byte)
        }
    }

    private mutating func separate(_ byte: UInt8) {
        gap = gap == nil ? byte : 0
        switch byte {
        case UInt8(ascii: "&"): append("AND")
        case UInt8(ascii: "+"): append("PLUS")
        case UInt8(ascii: "#"): isHashed = true
        case UInt8(ascii: "*"):
            isAfterStar = true
            if !tokens.isEmpty { tokens[tokens.count - 1].isStarred = true }
        default: break
        }
    }

    private mutating func append(_ text: String) {
        tokens.append(DescriptorToken(text: text, isDigits: false, isNumber: false))
    }

    /// Ends the word that is being read, if one is.
    private mutating func finish() {
        guard start < bytes.count else { return }
        let word = bytes[start...]
        let isDigits = digits == word.count
        let token = DescriptorToken(
            text: String(decoding: word, as: UTF8.self),
            isDigits: isDigits,
            isNumber: isNumber(word)
        )
        tokens.append(token)
        if isDigits { joinDigits() }
        start = bytes.count
        digits = 0
        isHashed = false
        isAfterStar = false
        gap = nil
    }

    /// Whether a word names nobody: `#7`, `01234`, `F1234`, `2K4LM0AB1`, `15JAN`, `XXXX1234`.
    private func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        let letters = word.count - digits
        if digits > 0, isHashed { return true }
        if digits >= 3, digits > letters { return true }
        if digits >= 2, isAfterStar, word.count >= 6 { return true }
        return Self.isMask(word) || letters == 3 && digits > 0 && Self.isDayOfMonth(word)
    }

    /// Whether a word hides the digits of a card.
    private static func isMask(_ word: ArraySlice<UInt8>) -> Bool {
        word.count >= 4 && word.first == UInt8(ascii: "X")
            && word.allSatisfy { $0 == UInt8(ascii: "X") || isDigit($0) }
    }

    /// Whether a word of three letters is a month with a day before or behind it.
    private static func isDayOfMonth(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count <= 5 else { return false }
        let letters = isDigit(word[word.startIndex]) ? word.suffix(3) : word.prefix(3)
        return months.contains(String(decoding: letters, as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Takes `01/15`, `12:30` and `1-800-555-0100` for what they are: no names.
    private mutating func joinDigits() {
        let last = tokens.count - 1
        guard last > 0, let gap, Self.joints.contains(gap) else { return }
        guard tokens[last - 1].isDigits else { return }
        let (left, right) = (tokens[last - 1], tokens[last])
        let areTwoDigits = left.text.utf8.count == 2 && right.text.utf8.count == 2
        guard areTwoDigits || left.isNumber || right.isNumber else { return }
        tokens[last - 1].isNumber = true
        tokens[last].isNumber = true
    }

    private static let joints = Set("-/.:".utf8)

    private static let months: Set<String> = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]

    /// The text in upper case without accents, wide forms, ligatures and the like.
    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        let upper = text.decomposedStringWithCompatibilityMapping.uppercased()
        for scalar in upper.decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar {
            case "\u{300}"..."\u{36F}": continue
            case "\u{2018}", "\u{2019}", "\u{2BC}": plain.append("'")
            case _ where scalar.isASCII || isOfWords(scalar): plain.append(scalar)
            case _ where scalar.properties.isDefaultIgnorableCodePoint: continue
            default: plain.append(" ")
            }
        }
        return String(plain)
    }

    private static func isOfWords(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isAlphabetic { return true }
        switch scalar.properties.generalCategory {
        case .decimalNumber, .letterNumber, .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }
}
