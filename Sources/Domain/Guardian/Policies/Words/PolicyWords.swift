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
        let bytes = Money(minor: minor, currency: currency).display.utf8
        let isOfAmount = { (byte: UInt8) in
            (0x30...0x39).contains(byte) || [0x2C, 0x2D, 0x2E].contains(byte)
        }
        // A code of ISO 4217 follows a space.
        return String(decoding: bytes.prefix { $0 != 0x20 }.filter(isOfAmount), as: UTF8.self)
    }
}
