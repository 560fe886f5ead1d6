import Kernel

/// What field 86 tells of a row.
///
/// Three forms are read: the German banks' (`166?00GUTSCHRIFT?20SVWZ+…?32NAME`), the one with words
/// between slashes (`/TRTP/…/NAME/…/REMI/…`), and plain text.
struct MT940Details {
    private(set) var payee: String?
    private(set) var text: String?

    init(_ lines: [[UInt8]]) throws(RowFault) {
        let joined = Array(lines.joined())
        if joined.count > 6, joined.prefix(3)[...].isDigits, joined[4].isDigit, joined[5].isDigit,
            !joined[3].isDigit, !joined[3].isLetter, joined[3] != 0x20
        {
            try readSubfields(joined[3...], mark: joined[3])
        } else if joined.first == UInt8(ascii: "/"), try readWords(joined[...]) {
            return
        } else {
            text = try PlainText.of(Array(lines.joined(separator: [0x20]))[...])
        }
    }

    /// Source: Deutsche Kreditwirtschaft, DFÜ-Abkommen, annex 3, section 8.2.
    private mutating func readSubfields(
        _ bytes: ArraySlice<UInt8>,
        mark: UInt8
    ) throws(RowFault) {
        var posting: [UInt8] = []
        var purpose: [UInt8] = []
        var name: [UInt8] = []
        for part in bytes.split(separator: mark) {
            guard part.count > 2, let code = part.prefix(2).number else { continue }
            let content = part.dropFirst(2)
            switch code {
            case 0: posting.append(contentsOf: content)
            case 20...29, 60...63: Self.join(content, to: &purpose)
            case 32, 33: name.append(contentsOf: content)
            default: break
            }
        }
        payee = try PlainText.of(name[...])
        var told = purpose[...]
        if let start = told.first(range: "SVWZ+") { told = told[start.upperBound...] }
        text = try PlainText.of(told)
        if text == nil { text = try PlainText.of(posting[...]) }
    }

    /// A piece of 27 characters was cut off there, in the middle of a word perhaps.
    private static func join(_ piece: ArraySlice<UInt8>, to text: inout [UInt8]) {
        text.append(contentsOf: piece)
        if piece.count < 27 { text.append(0x20) }
    }

    /// Whether the text has such words and tells something in them.
    private mutating func readWords(_ bytes: ArraySlice<UInt8>) throws(RowFault) -> Bool {
        var word = ""
        var told: [String: [UInt8]] = [:]
        let slash = UInt8(ascii: "/")
        let parts = bytes.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
        for part in parts {
            let isWord =
                (3...4).contains(part.count)
                && part.allSatisfy { (0x41...0x5A).contains($0) }
                && Self.words.contains(String(decoding: part, as: UTF8.self))
            if isWord {
                word = String(decoding: part, as: UTF8.self)
            } else if !word.isEmpty {
                if told[word]?.isEmpty == false { told[word]?.append(slash) }
                told[word, default: []].append(contentsOf: part)
            }
        }
        payee = try PlainText.of(told["NAME", default: []][...])
        text = try PlainText.of(told["REMI", default: []][...])
        if text == nil { text = try PlainText.of(told["TRTP", default: []][...]) }
        return payee != nil || text != nil
    }

    private static let words: Set<String> = [
        "TRTP", "TRCD", "IBAN", "BIC", "NAME", "REMI", "EREF", "MARF", "CSID", "ADDR", "BENM",
        "ORDP", "USTD", "PREF", "RTRN", "ISDT", "SVCL", "PURP", "CNTP", "ULTB", "ULTD", "ULTC",
        "CDTRREF",
    ]
}
