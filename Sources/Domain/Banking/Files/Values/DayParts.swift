import Kernel

/// A written day, taken apart: `01/02/2025`, `2025-01-02T10:00:00Z`, `1/ 2'25`, `2 Jan 2025`.
struct DayParts {
    /// A number of the day or the name of its month.
    struct Part {
        var number: Int
        var digits: Int
        var isMonthName = false
    }

    let first: Part
    let second: Part
    let third: Part
    /// Whether an apostrophe stands before the third: Quicken's sign for a year after 1999.
    let hasApostrophe: Bool
    /// Whether points part the numbers, which nobody does who writes the month first.
    let isDotted: Bool

    /// Takes a text apart; `nil` when it is no three parts with at most a time behind them.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes.trimmedSpace
        guard rest.count <= Self.longest else { return nil }
        if let parts = Self.compact(&rest) {
            (first, second, third) = parts
            (hasApostrophe, isDotted) = (false, false)
            guard Self.isTime(rest) else { return nil }
            return
        }
        guard let first = Self.take(&rest, mayBeWeekday: true) else { return nil }
        let mark = Self.skipMarks(&rest)
        guard let second = Self.take(&rest) else { return nil }
        hasApostrophe = Self.skipMarks(&rest) == UInt8(ascii: "'")
        guard let third = Self.take(&rest), Self.isTime(rest) else { return nil }
        isDotted = mark == UInt8(ascii: ".")
        (self.first, self.second, self.third) = (first, second, third)
    }

    /// Whether the year is written first.
    var isYearFirst: Bool { first.digits == 4 }

    /// Whether a month's name tells the order.
    var hasMonthName: Bool { first.isMonthName || second.isMonthName }

    private static let longest = 64

    /// `20250131` with a time or without, or `31012025`: whichever can be a day.
    private static func compact(_ rest: inout ArraySlice<UInt8>) -> (Part, Part, Part)? {
        let digits = rest.prefix(while: \.isDigit)
        guard [8, 12, 14].contains(digits.count) else { return nil }
        func part(_ start: Int, _ length: Int) -> Part {
            let number = digits.dropFirst(start).prefix(length).number ?? 0
            return Part(number: number, digits: length)
        }
        rest = rest[digits.endIndex...]
        let yearFirst = (part(0, 4), part(4, 2), part(6, 2))
        let yearLast = (part(0, 2), part(2, 2), part(4, 4))
        let isYearFirst =
            Limits.bankFileYears.contains(yearFirst.0.number)
            && (1...12).contains(yearFirst.1.number)
        let isYearLast = digits.count == 8 && Limits.bankFileYears.contains(yearLast.2.number)
        return isYearLast && !isYearFirst ? yearLast : yearFirst
    }

    private static func take(
        _ rest: inout ArraySlice<UInt8>,
        mayBeWeekday: Bool = false
    ) -> Part? {
        let digits = rest.prefix(while: \.isDigit)
        if !digits.isEmpty {
            guard digits.count <= 4, let number = digits.number else { return nil }
            rest = rest[digits.endIndex...]
            return Part(number: number, digits: digits.count)
        }
        let letters = rest.prefix(while: \.isLetter)
        guard letters.count >= 3 else { return nil }
        rest = rest[letters.endIndex...]
        let name = String(decoding: letters.map(\.lowered), as: UTF8.self)
        if let index = months.firstIndex(where: { $0 == name || $0.prefix(3) == name }) {
            return Part(number: index + 1, digits: 0, isMonthName: true)
        }
        if name == "sept" { return Part(number: 9, digits: 0, isMonthName: true) }
        guard mayBeWeekday, weekdays.contains(String(name.prefix(3))) else { return nil }
        _ = skipMarks(&rest)
        return take(&rest)
    }

    /// Skips what parts two numbers; the sign of it that is no space.
    private static func skipMarks(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        let marks = rest.prefix { "/-.,' ".utf8.contains($0) }
        rest = rest[marks.endIndex...]
        return marks.first { $0 != 0x20 } ?? marks.first
    }

    /// Whether what is behind the day is a time, or nothing.
    private static func isTime(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first else { return true }
        let isZone = first == UInt8(ascii: "-") && rest.count == 6
        guard isZone || " Tt,Z+".utf8.contains(first) else { return false }
        return rest.allSatisfy { $0.isDigit || $0.isLetter || ":., +-".utf8.contains($0) }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]

    private static let weekdays: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}
