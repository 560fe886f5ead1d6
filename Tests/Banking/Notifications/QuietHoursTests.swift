import Banking
import Kernel
import Testing

@Suite("Quiet hours")
struct QuietHoursTests {
    @Test("begin and end at different times")
    func made() throws {
        #expect(QuietHours(start: try time("22:00"), end: try time("22:00")) == nil)
        #expect(QuietHours(start: try time("00:00"), end: try time("23:59")) != nil)
    }

    @Test(
        "hold from their first minute to the one before their end, over midnight too",
        arguments: [
            ("22:00-07:00", ["22:00", "23:59", "00:00", "06:59"], ["07:00", "12:00", "21:59"]),
            ("12:00-14:00", ["12:00", "13:59"], ["11:59", "14:00", "00:00", "23:59"]),
            ("00:00-06:00", ["00:00", "05:59"], ["06:00", "23:59"]),
            ("22:00-00:00", ["22:00", "23:59"], ["00:00", "21:59"]),
            ("07:00-06:59", ["07:00", "00:00", "06:58"], ["06:59"]),
        ]
    )
    func contain(text: String, quiet: [String], loud: [String]) throws {
        let hours = try quietHours(text)
        for text in quiet { #expect(hours.contain(try time(text)), "\(text)") }
        for text in loud { #expect(!hours.contain(try time(text)), "\(text)") }
    }

    @Test(
        "end when the household's clock says so",
        arguments: [
            ("UTC", "2025-01-15T23:30:00Z", "2025-01-16T07:00:00Z"),
            ("UTC", "2025-01-15T00:30:00Z", "2025-01-15T07:00:00Z"),
            ("UTC", "2025-01-15T06:59:59Z", "2025-01-15T07:00:00Z"),
            ("UTC", "2025-01-15T07:00:00Z", nil), ("UTC", "2025-01-15T21:59:59Z", nil),
            ("America/New_York", "2025-01-15T03:30:00Z", "2025-01-15T12:00:00Z"),
            // A night of eight hours, and one of ten.
            ("America/New_York", "2025-03-09T03:00:00Z", "2025-03-09T11:00:00Z"),
            ("America/New_York", "2025-11-02T02:00:00Z", "2025-11-02T12:00:00Z"),
            ("Asia/Kathmandu", "2025-01-15T16:15:00Z", "2025-01-16T01:15:00Z"),
        ] as [(String, String, String?)]
    )
    func ends(zone: String, now: String, end: String?) throws {
        let zone = try #require(Zone.named(zone))
        let hours = try quietHours("22:00-07:00")
        #expect(hours.end(at: try instant(now), in: zone)?.text == end)
    }

    @Test(
        "whose end the clock steps over or shows twice are not a day longer",
        arguments: [
            ("02:30", "2025-03-09T05:30:00Z", "2025-03-09T07:00:00Z"),
            ("01:45", "2025-11-02T05:30:00Z", "2025-11-02T05:45:00Z"),
            // It is half past one for the second time.
            ("01:45", "2025-11-02T06:30:00Z", "2025-11-02T06:45:00Z"),
        ]
    )
    func changes(end: String, now: String, over: String) throws {
        let zone = try #require(Zone.named("America/New_York"))
        let hours = try quietHours("22:00-\(end)")
        #expect(hours.end(at: try instant(now), in: zone)?.text == over)
    }

    @Test("whoever waits for their end is let through then, at every minute of two years")
    func released() throws {
        let zone = try #require(Zone.named("America/New_York"))
        for text in ["22:00-07:00", "23:30-02:30", "01:00-01:30", "02:15-02:45"] {
            let hours = try quietHours(text)
            var now = try instant("2024-01-01T00:07:00Z")
            let last = try instant("2026-01-01T00:00:00Z")
            while now < last {
                if let end = hours.end(at: now, in: zone) {
                    let isRight =
                        end > now && end.seconds - now.seconds <= 10 * 3_600
                        && hours.end(at: end, in: zone) == nil
                    #expect(isRight, "\(text) at \(now.text)")
                }
                now = now.adding(seconds: 1_740)
            }
        }
    }
}
