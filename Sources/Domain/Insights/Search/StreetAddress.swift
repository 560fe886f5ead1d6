/// Street addresses in a text.
enum StreetAddress {
    /// The last word of an address that begins at a word; `nil` when none does.
    static func last(from place: Int, _ tokens: [MaskToken]) -> Int? {
        if tokens[place].isDigits { return lastWithNumberFirst(place, tokens) }
        guard place + 1 < tokens.count, tokens[place + 1].isDigits, tokens[place + 1].count <= 4,
            !tokens[place + 1].gap.isEmpty, tokens[place + 1].follows(by: signs, most: 2),
            endings.contains(where: { tokens[place].text.hasSuffix($0) && tokens[place].count > 5 })
        else { return nil }
        return place + 1
    }

    /// `12B North Main St, Apt 4`: a number, one to four words, and what kind of street it is.
    private static func lastWithNumberFirst(_ place: Int, _ tokens: [MaskToken]) -> Int? {
        guard tokens[place].count <= 6, !tokens[place].isAttached else { return nil }
        var words = 0
        for next in tokens.indices[(place + 1)...].prefix(most) {
            let token = tokens[next]
            guard token.follows(by: signs, most: 2) else { return nil }
            if token.isAttached { continue }
            if words > 0, kinds.contains(token.text) { return withUnit(next, tokens) }
            words += 1
        }
        return nil
    }

    /// Goes on to the flat, where one is named.
    private static func withUnit(_ street: Int, _ tokens: [MaskToken]) -> Int {
        guard street + 2 < tokens.count, units.contains(tokens[street + 1].text),
            tokens[street + 1].follows(by: signs.union([","]), most: 2),
            tokens[street + 2].follows(by: signs, most: 2)
        else { return street }
        return street + 2
    }

    /// Words that are looked at behind a number, a letter or an ending that it has included.
    private static let most = 7
    private static let signs: Set<Unicode.Scalar> = [".", "'", "’", "-"]

    private static let kinds: Set<String> = [
        "street", "st", "avenue", "ave", "av", "road", "rd", "boulevard", "blvd", "lane", "ln",
        "drive", "dr", "court", "ct", "way", "place", "pl", "terrace", "ter", "highway", "hwy",
        "parkway", "pkwy", "circle", "cir", "crescent", "close", "trail", "trl", "alley",
    ]
    private static let units: Set<String> = ["apt", "apartment", "suite", "ste", "unit", "flat"]
    /// How German names of streets end.
    private static let endings = ["straße", "strasse", "str", "gasse", "allee"]
}
