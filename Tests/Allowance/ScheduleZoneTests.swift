import Allowance
import Kernel
import Testing

@Suite("An allowance on the household's clock")
struct ScheduleZoneTests {
    @Test(
        "a due day begins with its own first instant, also where clocks change",
        arguments: [
            ("UTC", "w", "2025-01-06", "2025-01-13T00:00:00Z"),
            // A week with a day of 23 hours, and one with a day of 25.
            ("America/New_York", "w", "2025-03-03", "2025-03-10T04:00:00Z"),
            ("America/New_York", "w", "2025-10-27", "2025-11-03T05:00:00Z"),
            ("Europe/Berlin", "w", "2025-03-24", "2025-03-30T22:00:00Z"),
            ("Europe/Berlin", "b", "2025-10-13", "2025-10-26T23:00:00Z"),
            // Due on the day itself on which they change.
            ("America/New_York", "w", "2025-03-02", "2025-03-09T05:00:00Z"),
            ("America/New_York", "w6", "2025-10-26", "2025-11-02T04:00:00Z"),
            ("Europe/Berlin", "m30", "2025-02-28", "2025-03-29T23:00:00Z"),
            ("Europe/Berlin", "m26", "2025-09-26", "2025-10-25T22:00:00Z"),
            // No midnight, and two of them.
            ("America/Sao_Paulo", "w", "2017-10-08", "2017-10-15T03:00:00Z"),
            ("Africa/Cairo", "m28", "2023-03-28", "2023-04-27T22:00:00Z"),
            ("America/Havana", "w", "2024-10-27", "2024-11-03T04:00:00Z"),
            // Half an hour, and quarters of one.
            ("Australia/Lord_Howe", "w", "2025-03-30", "2025-04-05T13:00:00Z"),
            ("Asia/Kathmandu", "w", "2025-01-06", "2025-01-12T18:15:00Z"),
            // A day that the zone left out is due when the next one begins.
            ("Pacific/Apia", "w", "2011-12-23", "2011-12-30T10:00:00Z"),
        ]
    )
    func begins(name: String, text: String, last: String, start: String) throws {
        let zone = try #require(Zone.named(name))
        let schedule = try Schedule.paid(rhythm(text), on: day(last))
        let start = try instant(start)
        let next = try #require(schedule.nextDue)
        #expect(zone.start(of: next) == start)
        let before = start.adding(milliseconds: -1)
        #expect(schedule.dueDays(through: zone.day(of: before), most: 9) == [])
        #expect(schedule.dueDays(through: zone.day(of: start), most: 9) == [next])
        let late = zone.day(of: start.adding(seconds: 82_799))
        #expect(schedule.dueDays(through: late, most: 9) == [next])
    }

    @Test(
        "hourly runs through years of changing clocks pay each day once, within its first hour",
        arguments: [
            "UTC", "America/New_York", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe",
            "Asia/Beirut", "Africa/Casablanca", "Asia/Kolkata", "Pacific/Chatham",
        ]
    )
    func hourly(name: String) throws {
        let zone = try #require(Zone.named(name))
        for text in ["w6", "b5", "m31"] {
            let first = try day("2022-12-31")
            var schedule = Schedule.paid(try rhythm(text), on: first)
            var now = try instant("2022-12-31T00:17:00Z")
            let end = try instant("2025-01-02T00:00:00Z")
            var paid: [CivilDay] = []
            while now < end {
                for day in schedule.dueDays(through: zone.day(of: now), most: 9) {
                    let late = now.milliseconds - zone.start(of: day).milliseconds
                    #expect((0..<3_600_000).contains(late), "\(day.text)")
                    schedule.record([day])
                    paid.append(day)
                }
                now = now.adding(seconds: 3_600)
            }
            let last = zone.day(of: now.adding(seconds: -3_600))
            let expected = Schedule.paid(try rhythm(text), on: first)
                .dueDays(through: last, most: 1_000)
            #expect(paid == expected)
            #expect(paid.count >= 24)
        }
    }

    @Test(
        "a household that moves on the day of a payment is paid once",
        arguments: [
            // West: the day is there a second time. East: a day is over before it was there.
            ("Pacific/Kiritimati", "Pacific/Honolulu"), ("Pacific/Honolulu", "Pacific/Kiritimati"),
            ("Europe/Berlin", "America/New_York"), ("America/New_York", "Europe/Berlin"),
            ("Asia/Kolkata", "UTC"), ("UTC", "Asia/Kolkata"),
            ("Pacific/Auckland", "Pacific/Pago_Pago"), ("Pacific/Pago_Pago", "Pacific/Auckland"),
        ]
    )
    func moves(from: String, to: String) throws {
        let from = try #require(Zone.named(from))
        let to = try #require(Zone.named(to))
        for text in ["w", "w0", "b", "b0", "m6"] {
            let rhythm = try rhythm(text)
            let first = try day("2025-01-06")
            let second = rhythm.next(after: first)
            let end = second.adding(days: 3)
            // The move is at every hour of the days around the payment.
            for hour in -30...30 {
                var schedule = Schedule.paid(rhythm, on: first)
                let move = from.start(of: second).adding(seconds: Int64(hour) * 3_600)
                var now = from.start(of: second.adding(days: -3))
                var paid: [CivilDay] = []
                while to.day(of: now) <= end {
                    let zone = now < move ? from : to
                    let due = schedule.dueDays(through: zone.day(of: now), most: 9)
                    schedule.record(due)
                    paid += due
                    now = now.adding(seconds: 3_600)
                }
                #expect(paid == [second], "moved \(hour) hours after midnight")
                #expect(schedule.nextDue == rhythm.next(after: second))
            }
        }
    }

    @Test("a household that moves all the time is paid each day once", arguments: [1, 2, 3, 4])
    func restless(seed: UInt64) throws {
        let names = ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"]
        let zones = try names.map { try #require(Zone.named($0)) }
        var chance = Chance(seed: seed)
        for text in ["w", "w2", "b", "b2", "m1", "m31"] {
            var schedule = Schedule.paid(try rhythm(text), on: try day("2024-01-31"))
            let whole = schedule
            var now = try instant("2024-01-31T12:00:00Z")
            var latest = try day("2024-01-31")
            var paid: [CivilDay] = []
            for _ in 0..<1_500 {
                now = now.adding(seconds: Int64(chance.below(12 * 3_600)))
                let zone = zones[chance.below(zones.count)]
                latest = max(latest, zone.day(of: now))
                let due = schedule.dueDays(through: zone.day(of: now), most: 9)
                schedule.record(due)
                paid += due
            }
            #expect(paid == whole.dueDays(through: latest, most: 1_000))
            #expect(paid.count >= 11)
        }
    }

    @Test("a change on a day that a move brings back is not paid again")
    func changeOnRepeatedDay() throws {
        let east = try #require(Zone.named("Pacific/Auckland"))
        let west = try #require(Zone.named("America/New_York"))
        let now = try instant("2025-01-12T12:00:00Z")
        for text in ["w", "w0", "m13"] {
            var schedule = try Schedule.paid(rhythm(text), on: day("2025-01-06"))
            if text == "m13" { schedule = try Schedule.paid(rhythm(text), on: day("2024-12-13")) }
            #expect(schedule.run(east.day(of: now)).texts == ["2025-01-13"])
            let next = schedule.nextDue
            // It is the day before the one that was paid.
            let today = west.day(of: now)
            #expect(today.text == "2025-01-12")
            schedule.setAmount(0, today: today)
            schedule.setAmount(5, today: today)
            #expect(schedule.nextDue == next)
            schedule.pause()
            schedule.resume(today: today)
            #expect(schedule.nextDue == next)
            #expect(schedule.run(today.adding(days: 1)) == [])
        }
    }

    @Test("a new child's first run waits for the day from which on it counts")
    func newChildMovesWest() throws {
        let now = try instant("2025-01-06T12:00:00Z")
        let east = try #require(Zone.named("Pacific/Kiritimati"))
        var schedule = Schedule(amountMinor: 5, from: east.day(of: now))
        let first = try day("2025-01-07")
        #expect(schedule.nextDue == first)
        #expect(schedule.dueDays(through: Zone.utc.day(of: now), most: 9) == [])
        #expect(schedule.run(first) == [first])
        #expect(schedule.nextDue?.text == "2025-01-14")
    }
}
