/// An amount as a person types it into a page.
enum TypedAmount {
    /// The amount in hundredths; `nil` where a text is none.
    ///
    /// `12`, `12.5`, `12,50`, `1,290.00` and `$12.50` are amounts. The last point or comma with one
    /// or two digits behind it is the decimal one; those before it are between thousands.
    static func hundredths(_ text: String) -> Int64? {
        let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let others = text.filter { !digits.contains($0) }
        guard !digits.isEmpty, digits.utf8.count <= 15,
            others.unicodeScalars.allSatisfy({ scalar in
                scalar.properties.isWhitespace
                    || scalar.properties.generalCategory == .currencySymbol
            })
        else { return nil }
        var whole = digits[...]
        var fraction: Substring = ""
        if let mark = digits.lastIndex(where: { $0 == "." || $0 == "," }) {
            let rest = digits[digits.index(after: mark)...]
            guard !rest.isEmpty else { return nil }
            if rest.count <= 2 { (whole, fraction) = (digits[..<mark], rest) }
        }
        let groups = whole.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
        let padded = fraction + String(repeating: "0", count: 2 - fraction.count)
        return Int64(groups.joined() + padded)
    }
}
