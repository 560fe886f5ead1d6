import Kernel
import Testing

@Suite("Days and months of the calendar")
struct CivilDayTests {
    @Test("every day of eleven centuries follows the one before it")
    func everyDay() throws {
        // 1422-06-03 to 2517-08-01, walked by the calendar's own rules.
        let first = CivilDay(dayNumber: -200_000)
        var year = 1_422
        var month = 6
        var day = 3
        #expect(first.text == "1422-06-03")
        for number in -200_000...200_000 {
            let civil = CivilDay(dayNumber: number)
            guard civil == CivilDay(year: year, month: month, day: day),
                civil.month.year == year, civil.month.month == month, civil.dayOfMonth == day,
                CivilDay(civil.text) == civil, civil.weekday == ((number + 3) % 7 + 7) % 7
            else {
                Issue.record("day \(number) is \(civil.text), not \(year)-\(month)-\(day)")
                return
            }
            (year, month, day) = Self.following(year, month, day)
        }
    }

    private static func following(_ year: Int, _ month: Int, _ day: Int) -> (Int, Int, Int) {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        if day < lengths[month - 1] { return (year, month, day + 1) }
        return month < 12 ? (year, month + 1, 1) : (year + 1, 1, 1)
    }

    @Test(
        "a day has its number and its weekday",
        arguments: [
            ("1970-01-01", 0, 3), ("1969-12-31", -1, 2), ("2000-02-29", 11_016, 1),
            ("2024-02-29", 19_782, 3), ("2025-01-15", 20_103, 2), ("2026-11-20", 20_777, 4),
            ("0001-01-01", -719_162, 0), ("9999-12-31", 2_932_896, 4),
        ]
    )
    func known(text: String, number: Int, weekday: Int) throws {
        let day = try #require(CivilDay(text))
        #expect(day.dayNumber == number)
        #expect(day.weekday == weekday)
        #expect(day.text == text)
    }

    @Test(
        "a text that is no day is refused",
        arguments: [
            "", "2025-02-29", "1900-02-29", "2025-04-31", "2025-00-01", "2025-13-01", "2025-01-00",
            "2025-01-32", "0000-01-01", "2025-1-1", "25-01-01", "2025/01/01", "20250101",
            "2025-01-01T00:00:00Z", " 2025-01-01", "-025-01-01", "2025-0a-01", "２025-01-01",
        ]
    )
    func refused(text: String) {
        #expect(CivilDay(text) == nil)
    }

    @Test(
        "a month has its days",
        arguments: [
            ("2025-01", 31), ("2025-02", 28), ("2024-02", 29), ("2000-02", 29), ("1900-02", 28),
            ("2025-04", 30), ("2025-12", 31), ("0001-01", 31), ("9999-12", 31),
        ]
    )
    func months(text: String, count: Int) throws {
        let month = try #require(CivilMonth(text))
        #expect(month.text == text)
        #expect(month.dayCount == count)
        #expect(month.firstDay.text == "\(text)-01")
        #expect(month.lastDay.text == "\(text)-\(count)")
        #expect(month.firstDay.month == month)
        #expect(month.lastDay.month == month)
    }

    @Test(
        "a text that is no month is refused",
        arguments: ["", "2025", "2025-00", "2025-13", "2025-1", "0000-01", "2025-01-01", "2025/01"]
    )
    func refusedMonth(text: String) {
        #expect(CivilMonth(text) == nil)
    }

    @Test(
        "months are counted across years, forth and back",
        arguments: [
            ("2025-01", 1, "2025-02"), ("2025-12", 1, "2026-01"), ("2025-01", -1, "2024-12"),
            ("2025-06", -18, "2023-12"), ("2025-06", 0, "2025-06"), ("0001-06", -6, "0000-12"),
            ("9999-12", 1, "10000-01"),
        ]
    )
    func adding(text: String, months: Int, expected: String) throws {
        let month = try #require(CivilMonth(text))
        #expect(month.adding(months: months).text == expected)
        #expect(month.adding(months: months).adding(months: -months) == month)
    }

    @Test("months before the first year are counted too, for windows that begin there")
    func beforeYearOne() throws {
        let first = try #require(CivilMonth("0001-01"))
        let before = first.adding(months: -13)
        #expect(before.year == -1)
        #expect(before.month == 12)
        #expect(before.adding(months: 13) == first)
    }

    @Test("days and months order by time")
    func order() throws {
        let days = ["2024-12-31", "2025-01-01", "2025-02-01"].compactMap { CivilDay($0) }
        #expect(days == days.sorted() && days.count == 3)
        let months = ["2024-12", "2025-01", "2025-02"].compactMap { CivilMonth($0) }
        #expect(months == months.sorted() && months.count == 3)
        #expect(days[0].adding(days: 32) == days[2])
    }
}
