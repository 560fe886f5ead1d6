import Kernel
import Testing

@Suite("Times of day")
struct LocalTimeTests {
    @Test(
        "are read from hours and minutes",
        arguments: [
            ("00:00", 0), ("00:01", 1), ("07:30", 450), ("22:00", 1_320), ("23:59", 1_439),
        ]
    )
    func read(text: String, minute: Int) throws {
        let time = try #require(LocalTime(text))
        #expect(time.minuteOfDay == minute)
        #expect(time.text == text)
        #expect(LocalTime(hour: minute / 60, minute: minute % 60) == time)
    }

    @Test(
        "are nothing else",
        arguments: [
            "", "24:00", "23:60", "7:30", "07:3", "07.30", "07:30:00", " 7:30", "-1:30", "+7:30",
            "07:30 ", "ab:cd", "07:３0", "٠٧:٣٠", String(repeating: "0", count: 100),
        ]
    )
    func refused(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test("have an hour and a minute of a clock")
    func bounds() {
        for (hour, minute) in [(-1, 0), (24, 0), (0, -1), (0, 60), (.max, 0), (0, .min)] {
            #expect(LocalTime(hour: hour, minute: minute) == nil)
        }
    }

    @Test(
        "are what the clock shows",
        arguments: [
            ("2025-03-09T06:59:59Z", "America/New_York", "01:59"),
            ("2025-03-09T07:00:00Z", "America/New_York", "03:00"),
            ("2025-11-02T05:30:00Z", "America/New_York", "01:30"),
            ("2025-11-02T06:30:00Z", "America/New_York", "01:30"),
            ("2025-01-01T00:00:00Z", "Asia/Kathmandu", "05:45"),
            ("1969-12-31T23:59:59Z", "UTC", "23:59"),
        ]
    )
    func shown(instant: String, zone: String, time: String) throws {
        let zone = try #require(Zone.named(zone))
        #expect(zone.time(of: try #require(Timestamp(instant))).text == time)
    }

    @Test(
        "come next when the clock comes to them",
        arguments: [
            ("UTC", "2025-01-15T07:59:59Z", "08:00", "2025-01-15T08:00:00Z"),
            ("UTC", "2025-01-15T08:00:00Z", "08:00", "2025-01-16T08:00:00Z"),
            ("UTC", "2025-01-15T08:00:01Z", "08:00", "2025-01-16T08:00:00Z"),
            ("UTC", "2024-12-31T23:59:59Z", "00:00", "2025-01-01T00:00:00Z"),
            ("Asia/Kathmandu", "2025-01-15T00:00:00Z", "06:00", "2025-01-15T00:15:00Z"),
            // The clock goes from 02:00 to 03:00: what it steps over comes with the step.
            ("America/New_York", "2025-03-09T06:00:00Z", "02:30", "2025-03-09T07:00:00Z"),
            ("America/New_York", "2025-03-09T06:00:00Z", "03:00", "2025-03-09T07:00:00Z"),
            ("America/New_York", "2025-03-09T06:00:00Z", "08:00", "2025-03-09T12:00:00Z"),
            ("America/New_York", "2025-03-09T07:00:00Z", "02:30", "2025-03-10T06:30:00Z"),
            // From 02:00 back to 01:00: the first one to come counts.
            ("America/New_York", "2025-11-02T04:00:00Z", "01:30", "2025-11-02T05:30:00Z"),
            ("America/New_York", "2025-11-02T06:20:00Z", "01:30", "2025-11-02T06:30:00Z"),
            ("America/New_York", "2025-11-02T04:00:00Z", "08:00", "2025-11-02T13:00:00Z"),
            // No midnight: from 23:59:59 to 01:00.
            ("America/Sao_Paulo", "2017-10-15T02:00:00Z", "00:30", "2017-10-15T03:00:00Z"),
            // Two midnights: from 00:00 back to 23:00.
            ("Asia/Beirut", "2022-10-29T20:30:00Z", "23:45", "2022-10-29T20:45:00Z"),
            ("Asia/Beirut", "2022-10-29T21:30:00Z", "23:45", "2022-10-29T21:45:00Z"),
            // Half an hour.
            ("Australia/Lord_Howe", "2025-10-04T15:00:00Z", "02:15", "2025-10-04T15:30:00Z"),
        ]
    )
    func next(zone: String, after: String, time: String, next: String) throws {
        let zone = try #require(Zone.named(zone))
        let after = try #require(Timestamp(after))
        let time = try #require(LocalTime(time))
        #expect(zone.next(time, after: after).text == next)
    }

    @Test(
        "come on every day of ten years, within a day and an hour, and are shown then",
        arguments: [
            "UTC", "America/New_York", "Europe/Berlin", "America/Sao_Paulo", "Asia/Beirut",
            "Australia/Lord_Howe", "America/Havana", "Asia/Gaza", "Africa/Casablanca",
        ]
    )
    func consistent(name: String) throws {
        let zone = try #require(Zone.named(name))
        let first = try #require(CivilDay("2015-01-01")).dayNumber
        let times = try ["00:00", "00:30", "02:30", "08:00", "23:30"].map {
            try #require(LocalTime($0))
        }
        let wrong = (first..<first + 3_653).map(CivilDay.init(dayNumber:)).flatMap { day in
            times.filter { time in
                let instant = zone.instant(of: time, on: day)
                let next = zone.next(time, after: instant)
                let isShown =
                    zone.time(of: instant) == time
                    || (zone.time(of: instant) > time
                        && zone.time(of: instant.adding(seconds: -1)) < time)
                    || zone.time(of: instant.adding(seconds: -1)).text == "23:59"
                return zone.day(of: instant) != day || !isShown
                    || !(3_600...90_000).contains(next.seconds - instant.seconds)
            }
            .map { "\(day.text) \($0.text)" }
        }
        #expect(wrong == [])
    }
}
