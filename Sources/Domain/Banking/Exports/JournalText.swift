public import Kernel

/// Texts as a journal for hledger holds them.
///
/// Source: the manual of hledger 1.25, chapter "Journal format", read 2026-11-25. What would end a
/// name or begin a comment is written in its full-width form, so that nothing is lost to a reader.
public enum JournalText {
    /// One part of an account's name: no part of its own, no comment, no two spaces.
    public static func name(_ text: String) -> String {
        let name = line(text).replacing(":", with: "：").replacing(";", with: "；")
        return name.isEmpty ? "unnamed" : name
    }

    /// What a transaction is called, as it stands after its date and its mark.
    public static func description(_ text: String) -> String {
        let text = line(text).replacing("|", with: "｜").replacing(";", with: "；")
        // What stands in parentheses there is a code; an empty one leaves them to the description.
        return text.hasPrefix("(") ? "() \(text)" : text
    }

    /// An amount with all decimals of its currency, a point before them, no groups: `-12.50 USD`.
    public static func amount(_ minor: Int64, _ currency: Currency) -> String {
        let exponent = currency.exponent
        var digits = String(minor.magnitude)
        if digits.count <= exponent {
            digits = String(repeating: "0", count: exponent + 1 - digits.count) + digits
        }
        let fraction = exponent == 0 ? "" : ".\(digits.suffix(exponent))"
        return "\(minor < 0 ? "-" : "")\(digits.dropLast(exponent))\(fraction) \(currency.code)"
    }

    /// How amounts of a currency look; the point is there also where no decimals are.
    public static func commodity(_ currency: Currency) -> String {
        "commodity 1000.\(String(repeating: "0", count: currency.exponent)) \(currency.code)\n"
    }

    /// The text on one line, with one space wherever there is space or what cannot be seen.
    private static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        var hasSpace = false
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            guard !isControl, !scalar.properties.isWhitespace else {
                hasSpace = !line.isEmpty
                continue
            }
            if hasSpace { line.append(" ") }
            hasSpace = false
            line.append(scalar)
        }
        return String(line)
    }
}
