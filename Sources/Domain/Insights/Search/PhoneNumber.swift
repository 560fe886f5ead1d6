/// Telephone numbers in a text.
enum PhoneNumber {
    /// The last group of digits of a number that begins at a word; `nil` when none does.
    static func last(
        from place: Int,
        _ tokens: [MaskToken],
        _ scalars: [Unicode.Scalar]
    ) -> Int? {
        let first = tokens[place]
        guard first.isDigits, !first.isAttached || isAfterPlus(first, scalars) else { return nil }
        let groups = groups(from: place, tokens)
        let digits = groups.map(\.count)
        if isAfterPlus(first, scalars) { return international(digits).map { place + $0 - 1 } }
        let known = [national(digits), pairs(digits), trunk(digits, groups), local(digits, groups)]
        return known.compactMap(\.self).max().map { place + $0 - 1 }
    }

    /// The most groups that a number is written in.
    private static let most = 7

    private static func groups(from place: Int, _ tokens: [MaskToken]) -> ArraySlice<MaskToken> {
        var end = place + 1
        while end < tokens.count, end - place < most, tokens[end].isDigits,
            !tokens[end].gap.isEmpty, tokens[end].follows(by: ["-", ".", "(", ")", "/"], most: 3)
        {
            end += 1
        }
        return tokens[place..<end]
    }

    private static func isAfterPlus(_ token: MaskToken, _ scalars: [Unicode.Scalar]) -> Bool {
        token.gap.last == "+" || token.gap.suffix(2).elementsEqual(["+", "("])
    }

    /// `+44 20 7946 0958`: as many groups as make up to 15 digits, 8 at least (ITU-T E.164).
    private static func international(_ digits: [Int]) -> Int? {
        var sum = 0
        var count = 0
        while count < digits.count, sum + digits[count] <= 15 {
            sum += digits[count]
            count += 1
        }
        return sum >= 8 ? count : nil
    }

    /// `415 555 0100`, `(415) 5550100`, with or without a 1 before it.
    private static func national(_ digits: [Int]) -> Int? {
        let before = digits[0] == 1 ? 1 : 0
        let own = digits.dropFirst(before)
        if own.starts(with: [3, 3, 4]) { return before + 3 }
        return own.starts(with: [3, 7]) ? before + 2 : nil
    }

    /// `01 42 68 53 00`.
    private static func pairs(_ digits: [Int]) -> Int? {
        digits.starts(with: [2, 2, 2, 2, 2]) ? 5 : nil
    }

    /// `020 7946 0958`, `01632 960983`: a number with the 0 that is dialled within a country.
    private static func trunk(_ digits: [Int], _ groups: ArraySlice<MaskToken>) -> Int? {
        guard groups.first?.text.first == "0", (3...5).contains(digits[0]) else { return nil }
        var sum = digits[0]
        for count in 2...4 where count <= digits.count {
            guard digits[count - 1] >= 3 else { return nil }
            sum += digits[count - 1]
            if (10...12).contains(sum) { return count }
        }
        return nil
    }

    /// `555-0100`.
    private static func local(_ digits: [Int], _ groups: ArraySlice<MaskToken>) -> Int? {
        guard digits.starts(with: [3, 4]), let second = groups.dropFirst().first else { return nil }
        return second.gap.elementsEqual(["-"]) || second.gap.elementsEqual(["."]) ? 2 : nil
    }
}
