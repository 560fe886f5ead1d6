import Banking
import Kernel
import Testing

@Suite("Summaries of spending")
struct SpendingSummaryTests {
    @Test(
        "are due at eight in the morning, every day or on Mondays",
        arguments: [
            (.daily, "2025-01-15T07:59:59Z", "2025-01-15T08:00:00Z", "2025-01-14..2025-01-14"),
            (.daily, "2025-01-15T08:00:00Z", "2025-01-16T07:59:59Z", nil),
            (.daily, "2025-01-14T08:00:00Z", "2025-01-15T07:59:59Z", nil),
            (.daily, "2025-01-14T09:00:00Z", "2025-01-15T23:59:59Z", "2025-01-14..2025-01-14"),
            // The newest alone, however long nobody looked.
            (.daily, "2024-01-01T00:00:00Z", "2025-03-01T12:00:00Z", "2025-02-28..2025-02-28"),
            (.weekly, "2025-01-20T07:59:59Z", "2025-01-20T08:00:00Z", "2025-01-13..2025-01-19"),
            (.weekly, "2025-01-20T08:00:00Z", "2025-01-27T07:59:59Z", nil),
            (.weekly, "2025-01-19T00:00:00Z", "2025-01-26T23:59:59Z", "2025-01-13..2025-01-19"),
            (.weekly, "2025-01-13T08:00:00Z", "2025-01-20T07:59:59Z", nil),
            (.none, "2024-01-01T00:00:00Z", "2025-03-01T12:00:00Z", nil),
            // Nothing lies between an instant and itself, or an earlier one.
            (.daily, "2025-01-15T09:00:00Z", "2025-01-15T09:00:00Z", nil),
            (.daily, "2025-01-16T09:00:00Z", "2025-01-15T09:00:00Z", nil),
        ] as [(SpendingSummary, String, String, String?)]
    )
    func due(summary: SpendingSummary, after: String, now: String, days: String?) throws {
        let found = summary.due(after: try instant(after), through: try instant(now), in: .utc)
        #expect(found.map { "\($0.first.text)..\($0.last.text)" } == days)
        #expect(found.map { $0.summary == summary } ?? true)
    }

    @Test(
        "are due by the household's clock, also when it changes",
        arguments: [
            ("America/New_York", .daily, "2025-03-09T12:00:00Z"),
            ("America/New_York", .daily, "2025-03-08T13:00:00Z"),
            ("America/New_York", .daily, "2025-11-02T13:00:00Z"),
            ("America/New_York", .weekly, "2025-03-10T12:00:00Z"),
            ("America/New_York", .weekly, "2025-11-03T13:00:00Z"),
            ("Asia/Kathmandu", .daily, "2025-01-15T02:15:00Z"),
            ("Pacific/Kiritimati", .weekly, "2025-01-19T18:00:00Z"),
            ("America/Sao_Paulo", .daily, "2017-10-15T10:00:00Z"),
        ] as [(String, SpendingSummary, String)]
    )
    func zones(name: String, summary: SpendingSummary, at text: String) throws {
        let zone = try #require(Zone.named(name))
        let due = try instant(text)
        let before = due.adding(milliseconds: -1)
        #expect(summary.due(after: before, through: due, in: zone) != nil)
        #expect(summary.due(after: before, through: before, in: zone) == nil)
        #expect(summary.due(after: due, through: due.adding(seconds: 3_600), in: zone) == nil)
    }

    @Test(
        "that are looked for every half hour are each found once, and about every day",
        arguments: ["America/New_York", "America/Havana", "Asia/Beirut", "Australia/Lord_Howe"]
    )
    func complete(name: String) throws {
        let zone = try #require(Zone.named(name))
        for summary in [SpendingSummary.daily, .weekly] {
            var earlier = try instant("2024-01-01T00:07:00Z")
            let end = try instant("2025-02-01T00:00:00Z")
            var days: [CivilDay] = []
            while earlier < end {
                let now = earlier.adding(seconds: 1_800)
                if let period = summary.due(after: earlier, through: now, in: zone) {
                    #expect(zone.time(of: now).minuteOfDay < 8 * 60 + 30)
                    #expect(period.last == zone.day(of: now).adding(days: -1))
                    #expect(summary == .daily || period.first.weekday == 0)
                    days += (period.first.dayNumber...period.last.dayNumber)
                        .map(CivilDay.init(dayNumber:))
                }
                earlier = now
            }
            let first = try #require(days.first).dayNumber
            #expect(days.map(\.dayNumber) == Array(first..<first + days.count))
            #expect(days.count > 385)
        }
    }
}
