import Foundation

/// Text in lower case without accents: the letters a-z, digits, and a space for what parts words.
///
/// Scalars are taken one by one. That is the same as to normalise the text as a whole, since marks
/// are dropped or part words in whichever order they stand; but it takes no longer for a text of
/// nothing but marks.
enum FoldedText {
    /// The bytes of a text's folded form.
    static func bytes(of text: String) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A: folded.append(UInt8(scalar.value) | 0x20)
            case UInt32(apostrophe), UInt32(backQuote): continue
            case 0..<0x80: folded.append(UInt8(scalar.value))
            default: append(scalar, to: &folded)
            }
        }
        dropAmpersands(&folded)
        return folded
    }

    private static let apostrophe = UInt8(ascii: "'")
    private static let backQuote = UInt8(ascii: "`")
    private static let ampersand = UInt8(ascii: "&")
    private static let space = UInt8(ascii: " ")

    private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        switch scalar.value {
        case 0x300...0x36F, 0x2019: return
        // The grave accent of Greek is the back-quote, which is dropped; Kelvin and Ångström.
        case 0x1FEF: return
        case 0x212A: folded.append(UInt8(ascii: "k"))
        case 0x212B: folded.append(UInt8(ascii: "a"))
        case 0x80..<0x250: folded.append(contentsOf: latin[Int(scalar.value) - 0x80])
        case 0x1E00..<0x1F00: folded.append(contentsOf: latinAdditional[Int(scalar.value) - 0x1E00])
        default: folded.append(space)
        }
    }

    /// Drops each `&` between a letter or digit and exactly one more: `H&M` is `hm`.
    private static func dropAmpersands(_ folded: inout [UInt8]) {
        guard folded.contains(ampersand) else { return }
        let all = folded
        folded.removeAll(keepingCapacity: true)
        for (place, byte) in all.enumerated() {
            let isInside =
                byte == ampersand && place > 0 && isOfWords(all[place - 1])
                && place + 1 < all.count && isOfWords(all[place + 1])
                && (place + 2 == all.count || !isOfWords(all[place + 2]))
            if !isInside { folded.append(byte) }
        }
    }

    private static func isOfWords(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    // MARK: Latin letters

    private static let latin = (UInt32(0x80)..<0x250).map(plain)
    private static let latinAdditional = (UInt32(0x1E00)..<0x1F00).map(plain)

    /// What becomes of a scalar: in lower case, decomposed, without marks, special letters written
    /// in plain ones.
    private static func plain(_ value: UInt32) -> [UInt8] {
        guard let scalar = Unicode.Scalar(value) else { return [space] }
        let decomposed = String(scalar).lowercased().decomposedStringWithCanonicalMapping
        return decomposed.unicodeScalars.flatMap { scalar -> [UInt8] in
            switch scalar.value {
            case 0x300...0x36F: []
            case UInt32(apostrophe), UInt32(backQuote): []
            case 0..<0x80: [UInt8(scalar.value)]
            default: special[scalar].map { Array($0.utf8) } ?? [space]
            }
        }
    }

    private static let special: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h",
        "ı": "i", "þ": "th", "ŋ": "n",
    ]
}
