/// A run of digits or of letters in a text that is masked.
struct MaskToken {
    /// Where it stands in the text's scalars.
    let range: Range<Int>
    let isDigits: Bool
    /// The text in lower case; of digits the text itself.
    let text: String
    /// What stands between the word before and this one.
    let gap: ArraySlice<Unicode.Scalar>

    /// How many scalars there are.
    var count: Int { range.count }
    /// Whether nothing parts it from the word before.
    var isAttached: Bool { gap.isEmpty && range.lowerBound > 0 }

    /// Whether only spaces and some of these signs part it from the word before.
    func follows(by signs: Set<Unicode.Scalar>, most: Int) -> Bool {
        gap.count <= most && gap.allSatisfy { $0 == " " || signs.contains($0) }
    }

    /// The words of a text, in one pass.
    static func tokens(of scalars: [Unicode.Scalar]) -> [MaskToken] {
        var tokens: [MaskToken] = []
        var place = 0
        var end = 0
        while place < scalars.count {
            let isDigits = isDigit(scalars[place])
            guard isDigits || isLetter(scalars[place]) else {
                place += 1
                continue
            }
            let start = place
            while place < scalars.count,
                isDigits ? isDigit(scalars[place]) : isLetter(scalars[place])
            {
                place += 1
            }
            let text = String(String.UnicodeScalarView(scalars[start..<place]))
            let token = MaskToken(
                range: start..<place,
                isDigits: isDigits,
                text: isDigits ? text : text.lowercased(),
                gap: scalars[end..<start]
            )
            tokens.append(token)
            end = place
        }
        return tokens
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? ("0"..."9").contains(scalar) : scalar.properties.generalCategory == .decimalNumber
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            : scalar.properties.isAlphabetic
    }
}
