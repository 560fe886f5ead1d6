/// A day of the calendar, without a time and without a zone.
///
/// The proleptic Gregorian calendar; the arithmetic is that of Howard Hinnant's
/// "chrono-Compatible Low-Level Date Algorithms" (read 2026-11-20).
public struct CivilDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before it.
    public let dayNumber: Int

    /// Makes a day from the days since 1970-01-01.
    public init(dayNumber: Int) {
        self.dayNumber = dayNumber
    }

    /// Makes a day from the calendar's numbers; `nil` when there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month),
            day >= 1, day <= CivilMonth(year: year, month: month).dayCount
        else { return nil }
        self.init(dayNumber: Self.number(year: year, month: month, day: day))
    }

    /// Reads `YYYY-MM-DD`; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.digits(bytes[0..<4]), let month = Self.digits(bytes[5..<7]),
            let day = Self.digits(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// `YYYY-MM-DD`.
    public var text: String {
        let day = dayOfMonth
        return "\(month.text)-\(day < 10 ? "0" : "")\(day)"
    }

    /// The month the day lies in.
    public var month: CivilMonth {
        let (year, month, _) = parts
        return CivilMonth(year: year, month: month)
    }

    /// The day of the month, 1...31.
    public var dayOfMonth: Int { parts.day }

    /// The weekday, Monday 0 to Sunday 6.
    public var weekday: Int {
        let shifted = (dayNumber + 3) % 7
        return shifted < 0 ? shifted + 7 : shifted
    }

    /// The day that many days later.
    public func adding(days: Int) -> CivilDay {
        CivilDay(dayNumber: dayNumber + days)
    }

    /// Orders days by time.
    public static func < (left: Self, right: Self) -> Bool { left.dayNumber < right.dayNumber }

    static func number(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private var parts: (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
