import Kernel

/// How lists and amounts stand in sentences about policies.
enum PolicyWords {
    /// `a`; `a or b`; `a, b or c`.
    static func list(_ words: [String], _ last: String) -> String {
        guard words.count > 1, let end = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(last) \(end)"
    }

    /// The first of some entries, and how many more there are.
    static func some(_ entries: [String]) -> String {
        let most = Limits.policySentenceEntries
        guard entries.count > most else { return list(entries, "or") }
        return list(Array(entries.prefix(most)) + ["\(entries.count - most) more"], "or")
    }

    /// `$1,234.50`, `12.00 EUR`.
    static func money(_ minor: Int64, _ currency: Currency) -> String {
        Money(minor: minor, currency: currency).display
    }

    /// `1,234.50`: an amount among other amounts of the household.
    static func plainMoney(_ minor: Int64, _ currency: Currency) -> String {
        let display = Money(minor: minor, currency: currency).display
        return String(
            display.drop { $0 == "$" }.prefix { $0 != " " }
                .replacing("-$", with: "-")
        )
    }
}
