import Kernel
import Testing

@Suite("Time zones")
struct ZoneTests {
    @Test(
        "an instant falls on the day of the household's clock",
        arguments: [
            ("2025-02-01T03:00:00Z", "America/New_York", "2025-01-31", 22),
            ("2025-02-01T05:00:00Z", "America/New_York", "2025-02-01", 0),
            ("2025-02-01T03:00:00Z", "UTC", "2025-02-01", 3),
            ("2025-02-01T03:00:00Z", "GMT", "2025-02-01", 3),
            ("2025-01-31T23:30:00Z", "Europe/Berlin", "2025-02-01", 0),
            ("2025-06-30T22:00:00Z", "Europe/Berlin", "2025-07-01", 0),
            ("2025-01-01T18:29:59Z", "Asia/Kolkata", "2025-01-01", 23),
            ("2025-01-01T18:30:00Z", "Asia/Kolkata", "2025-01-02", 0),
            ("2025-01-01T09:59:59Z", "Pacific/Kiritimati", "2025-01-01", 23),
            ("2025-01-01T11:00:00Z", "Pacific/Pago_Pago", "2025-01-01", 0),
            ("1969-12-31T23:59:59Z", "UTC", "1969-12-31", 23),
        ]
    )
    func days(instant: String, zone: String, day: String, hour: Int) throws {
        let zone = try #require(Zone.named(zone))
        let instant = try #require(Timestamp(instant))
        #expect(zone.day(of: instant).text == day)
        #expect(zone.hour(of: instant) == hour)
    }

    @Test(
        "a day on which clocks change is shorter or longer, and starts when it starts",
        arguments: [
            ("America/New_York", "2025-03-09", "2025-03-09T05:00:00Z", 23.0),
            ("America/New_York", "2025-11-02", "2025-11-02T04:00:00Z", 25),
            ("America/New_York", "2025-11-03", "2025-11-03T05:00:00Z", 24),
            ("Europe/Berlin", "2025-03-30", "2025-03-29T23:00:00Z", 23),
            ("Europe/Berlin", "2025-10-26", "2025-10-25T22:00:00Z", 25),
            ("Europe/Berlin", "2025-10-27", "2025-10-26T23:00:00Z", 24),
            // No midnight: the clock goes from 23:59:59 to 01:00.
            ("America/Sao_Paulo", "2017-10-15", "2017-10-15T03:00:00Z", 23),
            ("America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00Z", 25),
            ("Africa/Cairo", "2014-05-16", "2014-05-15T22:00:00Z", 23),
            ("Africa/Cairo", "2023-04-28", "2023-04-27T22:00:00Z", 23),
            ("Asia/Beirut", "2022-03-27", "2022-03-26T22:00:00Z", 23),
            // Two midnights: the clock goes from 01:00 back to 00:00, or from 00:00 to 23:00.
            ("America/Havana", "2024-11-03", "2024-11-03T04:00:00Z", 25),
            ("Asia/Beirut", "2022-10-29", "2022-10-28T21:00:00Z", 25),
            ("Asia/Beirut", "2022-10-30", "2022-10-29T22:00:00Z", 24),
            // Half an hour.
            ("Australia/Lord_Howe", "2025-04-06", "2025-04-05T13:00:00Z", 24.5),
            ("Australia/Lord_Howe", "2025-10-05", "2025-10-04T13:30:00Z", 23.5),
            // A day that was left out when the date line moved.
            ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", 24),
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", 0),
            ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", 24),
            ("UTC", "2025-03-30", "2025-03-30T00:00:00Z", 24),
        ]
    )
    func changes(zone: String, day: String, start: String, hours: Double) throws {
        let zone = try #require(Zone.named(zone))
        let day = try #require(CivilDay(day))
        #expect(zone.start(of: day).text == start)
        let next = zone.start(of: day.adding(days: 1))
        #expect(next == zone.start(of: day).adding(seconds: Int64(hours * 3_600)))
    }

    @Test(
        "a day starts with its own first instant, every day of thirty years",
        arguments: [
            "UTC", "America/New_York", "Europe/Berlin", "America/Sao_Paulo", "Africa/Cairo",
            "Asia/Beirut", "Australia/Lord_Howe", "America/Havana", "Asia/Kolkata", "Asia/Gaza",
            "Pacific/Chatham", "Europe/Istanbul", "Africa/Casablanca", "Asia/Tehran",
        ]
    )
    func consistent(name: String) throws {
        let zone = try #require(Zone.named(name))
        let first = try #require(CivilDay("2000-01-01")).dayNumber
        let last = try #require(CivilDay("2030-12-31")).dayNumber
        let wrong = (first...last).map(CivilDay.init(dayNumber:)).filter { day in
            let start = zone.start(of: day)
            let next = zone.start(of: day.adding(days: 1))
            return zone.day(of: start) != day
                || zone.day(of: start.adding(milliseconds: -1)) != day.adding(days: -1)
                || !(82_800...90_000).contains(next.seconds - start.seconds)
        }
        #expect(wrong == [])
    }

    @Test(
        "a name without a slash has the clock of the IANA database, winter and summer",
        arguments: [
            ("CET", 60, 120), ("CST6CDT", -360, -300), ("Cuba", -300, -240), ("EET", 120, 180),
            ("EST", -300, -300), ("EST5EDT", -300, -240), ("Egypt", 120, 180), ("Eire", 0, 60),
            ("GB", 0, 60), ("GB-Eire", 0, 60), ("GMT", 0, 0), ("GMT+0", 0, 0), ("GMT-0", 0, 0),
            ("GMT0", 0, 0), ("Greenwich", 0, 0), ("HST", -600, -600), ("Hongkong", 480, 480),
            ("Iceland", 0, 0), ("Iran", 210, 210), ("Israel", 120, 180), ("Jamaica", -300, -300),
            ("Japan", 540, 540), ("Kwajalein", 720, 720), ("Libya", 120, 120), ("MET", 60, 120),
            ("MST", -420, -420), ("MST7MDT", -420, -360), ("NZ", 780, 720), ("NZ-CHAT", 825, 765),
            ("Navajo", -420, -360), ("PRC", 480, 480), ("PST8PDT", -480, -420),
            ("Poland", 60, 120), ("Portugal", 0, 60), ("ROC", 480, 480), ("ROK", 540, 540),
            ("Singapore", 480, 480), ("Turkey", 180, 180), ("UCT", 0, 0), ("UTC", 0, 0),
            ("Universal", 0, 0), ("W-SU", 180, 180), ("WET", 0, 60), ("Zulu", 0, 0),
        ]
    )
    func undivided(name: String, january: Int64, july: Int64) throws {
        let zone = try #require(Zone.named(name))
        let days = try ["2025-01-15", "2025-07-15"].map { try #require(CivilDay($0)) }
        let offsets = days.map { Int64($0.dayNumber) * 1_440 - zone.start(of: $0).seconds / 60 }
        #expect(offsets == [january, july])
    }

    @Test(
        "a name that is no zone is refused",
        arguments: [
            "", "Mars/Olympus", "America/Nowhere", "EST5EDT,M3.2.0", "GMT+2", "+02:00", "../UTC",
            "America/../UTC", "/etc/localtime", "America/New York", "America/New_York\n",
            "Ämerica/New_York", "Europe/", "/", String(repeating: "A/", count: 40),
        ]
    )
    func refused(name: String) {
        #expect(Zone.named(name) == nil)
    }

    @Test("one name is one zone, and zones are equal by name")
    func identity() throws {
        let zone = try #require(Zone.named("Europe/Berlin"))
        #expect(zone === Zone.named("Europe/Berlin"))
        #expect(zone.identifier == "Europe/Berlin")
        #expect(zone != Zone.named("Europe/Paris"))
        #expect(Zone.named("UTC") === Zone.utc)
    }

    @Test("many may ask one zone at once, about different times")
    func concurrent() async throws {
        let zone = try #require(Zone.named("America/New_York"))
        let instants = (0..<2_000).map { Timestamp(seconds: 1_000_000_000 + $0 * 700_000) }
        let expected = instants.map(zone.day(of:))
        let answers = await withTaskGroup(of: Bool.self) { group in
            for shift in 0..<8 {
                group.addTask {
                    instants.indices.allSatisfy { index in
                        let turned = (index + shift * 250) % instants.count
                        return zone.day(of: instants[turned]) == expected[turned]
                    }
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(answers)
    }
}
