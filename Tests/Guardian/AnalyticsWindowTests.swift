import Guardian
import Kernel
import Testing

@Suite("A window of analytics")
struct AnalyticsWindowTests {
    /// A window and the days it must be made of.
    struct Case: Sendable {
        var zone = "UTC"
        let now: String
        /// Of so many times 24 hours; the month so far when left out.
        var days: Int64?
        let start: String
        var partial: String?
        let whole: [String]
    }

    static let cases: [Case] = [
        Case(
            now: "2025-01-15T12:00:00Z",
            days: 7,
            start: "2025-01-08T12:00:00Z",
            partial: "2025-01-08",
            whole: ["2025-01-09", "2025-01-15"]
        ),
        // At midnight the first day is whole, a second later it is not.
        Case(
            now: "2025-01-15T00:00:00Z",
            days: 7,
            start: "2025-01-08T00:00:00Z",
            whole: ["2025-01-08", "2025-01-15"]
        ),
        Case(
            now: "2025-01-15T00:00:00.001Z",
            days: 7,
            start: "2025-01-08T00:00:00.001Z",
            partial: "2025-01-08",
            whole: ["2025-01-09", "2025-01-15"]
        ),
        Case(
            now: "2025-01-15T23:59:59Z",
            days: 90,
            start: "2024-10-17T23:59:59Z",
            partial: "2024-10-17",
            whole: ["2024-10-18", "2025-01-15"]
        ),
        // Midnight in New York, where clocks went forward on 9 March: it was 23:00 the day before.
        Case(
            zone: "America/New_York",
            now: "2025-03-12T04:00:00Z",
            days: 7,
            start: "2025-03-05T04:00:00Z",
            partial: "2025-03-04",
            whole: ["2025-03-05", "2025-03-12"]
        ),
        // They went back on 2 November: it was 01:00.
        Case(
            zone: "America/New_York",
            now: "2025-11-05T05:00:00Z",
            days: 7,
            start: "2025-10-29T05:00:00Z",
            partial: "2025-10-29",
            whole: ["2025-10-30", "2025-11-05"]
        ),
        // On the day that has 25 hours, 48 hours ago is still another day.
        Case(
            zone: "America/New_York",
            now: "2025-11-03T04:59:59Z",
            days: 2,
            start: "2025-11-01T04:59:59Z",
            partial: "2025-11-01",
            whole: ["2025-11-02", "2025-11-02"]
        ),
        // 4 November 2018 began at 01:00 in Sao Paulo.
        Case(
            zone: "America/Sao_Paulo",
            now: "2018-11-11T03:00:00Z",
            days: 7,
            start: "2018-11-04T03:00:00Z",
            whole: ["2018-11-04", "2018-11-11"]
        ),
        Case(
            now: "2025-01-01T00:00:00Z",
            start: "2025-01-01T00:00:00Z",
            whole: ["2025-01-01", "2025-01-01"]
        ),
        Case(
            zone: "America/New_York",
            now: "2025-04-01T03:59:59Z",
            start: "2025-03-01T05:00:00Z",
            whole: ["2025-03-01", "2025-03-31"]
        ),
        Case(
            zone: "America/New_York",
            now: "2025-04-01T04:00:00Z",
            start: "2025-04-01T04:00:00Z",
            whole: ["2025-04-01", "2025-04-01"]
        ),
    ]

    private static func window(_ one: Case) throws -> AnalyticsWindow {
        let zone = try #require(Zone.named(one.zone))
        let now = try #require(Timestamp(one.now))
        guard let days = one.days else { return .monthToDate(until: now, in: zone) }
        return .last(days: days, until: now, in: zone)
    }

    @Test("is made of whole days and the rest of the day before them", arguments: cases)
    func days(one: Case) throws {
        let window = try Self.window(one)
        #expect(window.start == Timestamp(one.start))
        #expect(window.end == Timestamp(one.now))
        #expect(window.partialDay?.text == one.partial)
        let whole = [window.wholeDays.lowerBound.text, window.wholeDays.upperBound.text]
        #expect(whole == one.whole)
    }

    @Test("has every instant from its start on, and none before", arguments: cases)
    func contents(one: Case) throws {
        let zone = try #require(Zone.named(one.zone))
        let window = try Self.window(one)
        let contains = { (instant: Timestamp) in
            window.contains(instant, on: zone.day(of: instant))
        }
        #expect(contains(window.start))
        #expect(!contains(window.start.adding(milliseconds: -1)))
        #expect(contains(window.end))
        #expect(!contains(window.end.adding(seconds: 2 * 86_400)))
        for hours in stride(from: Int64(-60), through: 60, by: 1) {
            let instant = window.start.adding(seconds: hours * 3_600)
            guard instant <= window.end else { break }
            #expect(contains(instant) == (hours >= 0), "\(hours) hours after the start")
        }
    }
}
