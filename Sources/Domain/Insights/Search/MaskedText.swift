/// Names of merchants and labels without what tells who or where somebody is.
///
/// A payment to a person often has a number of an account or a telephone in it, or an address.
public enum MaskedText {
    /// What stands in place of what is hidden.
    public static let mask = "***"

    /// A text with `***` for runs of ten or more digits, telephone numbers and street addresses.
    ///
    /// A store's number, a date or an amount stays. The text is walked word by word without going
    /// back more than a few words.
    ///
    /// - Complexity: O(*n*) in the text's length.
    public static func masked(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let tokens = MaskToken.tokens(of: scalars)
        guard tokens.contains(where: \.isDigits) else { return text }
        var masked = String.UnicodeScalarView()
        var end = 0
        var place = 0
        while place < tokens.count {
            guard let last = lastHidden(from: place, tokens, scalars) else {
                place += 1
                continue
            }
            let start = start(of: tokens[place], scalars, after: end)
            masked.append(contentsOf: scalars[end..<start])
            masked.append(contentsOf: mask.unicodeScalars)
            end = tokens[last].range.upperBound
            place = last + 1
        }
        masked.append(contentsOf: scalars[end...])
        return String(masked)
    }

    /// The last word of what is hidden from a word on; `nil` when it begins nothing.
    private static func lastHidden(
        from place: Int,
        _ tokens: [MaskToken],
        _ scalars: [Unicode.Scalar]
    ) -> Int? {
        let number = PhoneNumber.last(from: place, tokens, scalars)
        let address = StreetAddress.last(from: place, tokens)
        let longest = [number, address].compactMap(\.self).max()
        if longest == nil, tokens[place].isDigits, tokens[place].count >= longRun { return place }
        return longest
    }

    private static let longRun = 10

    /// Where the mask begins: before the `+` or the brackets of a number.
    private static func start(
        of token: MaskToken,
        _ scalars: [Unicode.Scalar],
        after end: Int
    ) -> Int {
        var start = token.range.lowerBound
        while token.isDigits, start > end, scalars[start - 1] == "(" || scalars[start - 1] == "+" {
            start -= 1
        }
        return start
    }
}
