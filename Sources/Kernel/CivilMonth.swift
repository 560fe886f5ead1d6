/// A month of the calendar.
public struct CivilMonth: Hashable, Comparable, Sendable {
    /// The year, 1...9999.
    public let year: Int
    /// The month of the year, 1...12.
    public let month: Int

    /// Makes a month from numbers that are known to be in range.
    init(year: Int, month: Int) {
        precondition((1...12).contains(month), "a year has twelve months")
        self.year = year
        self.month = month
    }

    /// Reads `YYYY-MM`; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[4] == UInt8(ascii: "-"),
            let year = CivilDay.digits(bytes[0..<4]), year >= 1,
            let month = CivilDay.digits(bytes[5..<7]), (1...12).contains(month)
        else { return nil }
        self.init(year: year, month: month)
    }

    /// `YYYY-MM`.
    public var text: String {
        let digits = String(year)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(padded)-\(month < 10 ? "0" : "")\(month)"
    }

    /// How many days the month has, 28...31.
    public var dayCount: Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: isLeapYear ? 29 : 28
        default: 31
        }
    }

    /// The first of the month.
    public var firstDay: CivilDay {
        CivilDay(dayNumber: CivilDay.number(year: year, month: month, day: 1))
    }

    /// The last of the month.
    public var lastDay: CivilDay { firstDay.adding(days: dayCount - 1) }

    /// The month that many months later.
    public func adding(months: Int) -> CivilMonth {
        let count = year * 12 + month - 1 + months
        let year = Int(Timestamp.floorDivide(Int64(count), 12))
        return CivilMonth(year: year, month: count - year * 12 + 1)
    }

    /// Orders months by time.
    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month) < (right.year, right.month)
    }

    private var isLeapYear: Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}
