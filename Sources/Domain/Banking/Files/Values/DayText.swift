import Kernel

/// Reads days as bank files write them.
enum DayText {
    /// Reads a day in the order in which a file writes them.
    static func day(_ bytes: ArraySlice<UInt8>, order: DayOrder) throws(RowFault) -> CivilDay {
        guard let parts = DayParts(bytes) else { throw RowFault("There is no day.") }
        let (year, month, day) = numbers(parts, order)
        guard let year, !month.isMonthName || month.number <= 12 else {
            throw RowFault("There is no day.")
        }
        return try self.day(year: year, month: month.number, day: day.number)
    }

    /// Reads `YYYYMMDD`, whatever time and zone follow: the day as it is written there (OFX 2.2,
    /// section 3.2.8).
    static func ofx(_ bytes: ArraySlice<UInt8>) throws(RowFault) -> CivilDay {
        let text = bytes.trimmedSpace
        let digits = text.prefix(while: \.isDigit)
        guard digits.count >= 8 else {
            // Some banks write 2025-01-31.
            guard digits.count == 4 else { throw RowFault("There is no day.") }
            return try iso(bytes)
        }
        return try day(
            year: digits.prefix(4).number ?? 0,
            month: digits.dropFirst(4).prefix(2).number ?? 0,
            day: digits.dropFirst(6).prefix(2).number ?? 0
        )
    }

    /// Reads `YYYY-MM-DD`, whatever time and zone follow (XML Schema's date and dateTime).
    static func iso(_ bytes: ArraySlice<UInt8>) throws(RowFault) -> CivilDay {
        let text = bytes.trimmedSpace
        guard let parts = DayParts(text), parts.isYearFirst else {
            throw RowFault("There is no day.")
        }
        return try day(
            year: parts.first.number,
            month: parts.second.number,
            day: parts.third.number
        )
    }

    /// Reads `YYMMDD`, a day of 1980 to 2079.
    static func swift(_ bytes: ArraySlice<UInt8>) throws(RowFault) -> CivilDay {
        guard bytes.count == 6, bytes.isDigits, let year = bytes.prefix(2).number,
            let month = bytes.dropFirst(2).prefix(2).number, let day = bytes.suffix(2).number
        else { throw RowFault("There is no day.") }
        return try self.day(year: year + (year < 80 ? 2_000 : 1_900), month: month, day: day)
    }

    /// A day of the calendar in the years in which a bank file may lie.
    static func day(year: Int, month: Int, day: Int) throws(RowFault) -> CivilDay {
        guard Limits.bankFileYears.contains(year) else {
            throw RowFault("The year is not between 1900 and 2199.")
        }
        guard let day = CivilDay(year: year, month: month, day: day) else {
            throw RowFault("There is no such day in the calendar.")
        }
        return day
    }

    private typealias Part = DayParts.Part

    /// The year is `nil` where a number cannot be one.
    private static func numbers(
        _ parts: DayParts,
        _ order: DayOrder
    ) -> (year: Int?, month: Part, day: Part) {
        if parts.first.isMonthName { return (lastYear(parts), parts.first, parts.second) }
        if parts.isYearFirst { return (parts.first.number, parts.second, parts.third) }
        if parts.second.isMonthName { return (lastYear(parts), parts.second, parts.first) }
        return switch order {
        case .dayFirst: (lastYear(parts), parts.second, parts.first)
        case .monthFirst: (lastYear(parts), parts.first, parts.second)
        // A year of two digits first, unless there is one of four at the end after all.
        case .yearFirst:
            parts.third.digits == 4
                ? (nil, parts.second, parts.first)
                : (century(parts.first.number), parts.second, parts.third)
        }
    }

    private static func lastYear(_ parts: DayParts) -> Int? {
        switch parts.third.digits {
        case 4: parts.third.number
        case 1, 2:
            parts.hasApostrophe
                ? 2_000 + parts.third.number : century(parts.third.number)
        default: nil
        }
    }

    private static func century(_ year: Int) -> Int { year + (year < 80 ? 2_000 : 1_900) }
}
