import Allowance
import Kernel
import Testing

@Suite("The schedule of an allowance")
struct ScheduleTests {
    @Test("a new child is due on the day of the next run, once, and shows no day before")
    func newChild() throws {
        for created in ["2025-01-06", "2025-01-03", "2019-02-28"] {
            var anna = try Schedule(amountMinor: 1_000, from: day(created))
            let today = try day("2025-01-06")
            #expect(anna.shownNextDue == nil)
            #expect(anna.daysUntilNext(today: today) == 0)
            #expect(anna.lastDue == nil)
            #expect(anna.owedDays(through: today, most: 9) == [])
            #expect(anna.run(today).texts == ["2025-01-06"])
            #expect(anna.run(today) == [])
            #expect(anna.lastDue?.text == "2025-01-06")
            #expect(anna.nextDue?.text == "2025-01-13")
            #expect(anna.shownNextDue == anna.nextDue)
        }
    }

    @Test("a new child with a weekday or a day of the month is due from that day on")
    func newChildWithDay() throws {
        let rows = [
            ("w4", "2025-01-03", "2025-01-03"), ("w4", "2025-01-04", "2025-01-10"),
            ("b4", "2025-01-04", "2025-01-10"), ("m1", "2025-01-04", "2025-02-01"),
            ("m31", "2025-02-04", "2025-02-28"),
        ]
        for (text, created, first) in rows {
            var child = try Schedule(rhythm: rhythm(text), amountMinor: 1, from: day(created))
            #expect(child.shownNextDue?.text == first)
            #expect(try child.run(day(first).adding(days: -1)) == [])
            #expect(try child.owedDays(through: day(first), most: 9).texts == [first])
            #expect(try child.run(day(first)).texts == [first])
        }
    }

    @Test("missed weeks are all due, oldest first, and only those")
    func missed() throws {
        var anna = try Schedule.paid(.weekly, on: day("2025-01-06"))
        #expect(try anna.run(day("2025-01-12")) == [])
        let missed = ["2025-01-13", "2025-01-20", "2025-01-27"]
        #expect(try anna.owedDays(through: day("2025-01-28"), most: 9).texts == missed)
        #expect(try anna.run(day("2025-01-28")).texts == missed)
        #expect(anna.nextDue?.text == "2025-02-03")
        #expect(try anna.run(day("2025-02-02")) == [])
        #expect(try anna.run(day("2025-02-03")).texts == ["2025-02-03"])
    }

    @Test(
        "missed days of every rhythm",
        arguments: [
            ("b", "2024-12-16", "2025-01-27", ["2024-12-30", "2025-01-13", "2025-01-27"]),
            ("b0", "2024-12-16", "2025-01-26", ["2024-12-30", "2025-01-13"]),
            ("w3", "2024-02-22", "2024-03-07", ["2024-02-29", "2024-03-07"]),
            ("m31", "2024-12-31", "2025-04-29", ["2025-01-31", "2025-02-28", "2025-03-31"]),
            ("m31", "2025-01-31", "2025-04-30", ["2025-02-28", "2025-03-31", "2025-04-30"]),
            ("m30", "2023-12-30", "2024-03-01", ["2024-01-30", "2024-02-29"]),
            ("m29", "2023-12-29", "2024-02-28", ["2024-01-29"]),
        ]
    )
    func missedDays(text: String, last: String, today: String, due: [String]) throws {
        var schedule = try Schedule.paid(rhythm(text), on: day(last))
        #expect(try schedule.run(day(today)).texts == due)
        #expect(try schedule.run(day(today)) == [])
    }

    @Test("of many due days so many are returned as are asked for, and the rest the next time")
    func most() throws {
        let start = try day("2000-01-03")
        let today = try day("2025-01-06")
        for most in [1, 2, 7, 100, 5_000] {
            var schedule = Schedule.paid(.weekly, on: start)
            var found: [CivilDay] = []
            while true {
                let days = schedule.run(today, most: most)
                #expect(days.count <= most)
                if days.isEmpty { break }
                found += days
            }
            #expect(found.count == 1_305)
            #expect(found == (1...1_305).map { start.adding(days: $0 * 7) })
        }
        let schedule = Schedule.paid(.weekly, on: start)
        #expect(schedule.dueDays(through: today, most: 0) == [])
        #expect(schedule.dueDays(through: today, most: -1) == [])
        #expect(Schedule(amountMinor: 1, from: start).dueDays(through: today, most: 0) == [])
    }

    @Test("an endless gap takes no longer than what is returned of it")
    func endless() throws {
        let far = CivilDay(dayNumber: 1_000_000_000_000)
        for text in ["w", "w2", "b", "b2", "m31"] {
            var schedule = try Schedule.paid(rhythm(text), on: day("2025-01-31"))
            #expect(schedule.dueDays(through: far, most: 3).count == 3)
            schedule.pause()
            schedule.resume(today: far)
            let next = try #require(schedule.nextDue)
            #expect((0...31).contains(next.dayNumber - far.dayNumber))
        }
    }

    @Test(
        "days until the next due day are civil days, and never fewer than none",
        arguments: [
            ("2025-01-06", 7), ("2025-01-10", 3), ("2025-01-12", 1), ("2025-01-13", 0),
            ("2025-01-14", 0), ("2026-01-01", 0), ("2025-01-05", 8),
        ]
    )
    func daysUntil(today: String, days: Int) throws {
        var schedule = try Schedule.paid(.weekly, on: day("2025-01-06"))
        #expect(try schedule.daysUntilNext(today: day(today)) == days)
        schedule.pause()
        #expect(try schedule.daysUntilNext(today: day(today)) == 0)
    }

    @Test("a schedule goes on after what was recorded, and recording nothing changes nothing")
    func record() throws {
        var schedule = try Schedule.paid(.weekly, on: day("2025-01-06"))
        let before = schedule
        schedule.record([])
        #expect(schedule == before)
        schedule.record(try [day("2025-01-13"), day("2025-01-20")])
        #expect(schedule.lastDue?.text == "2025-01-20")
        #expect(schedule.nextDue?.text == "2025-01-27")
    }

    @Test("a stored schedule is the one that was stored, but nothing idle has a next due day")
    func stored() throws {
        let next = try day("2025-01-13")
        let last = try day("2025-01-06")
        for (minor, isPaused) in [(1_000, false), (1_000, true), (0, false), (0, true)] {
            let schedule = Schedule(
                rhythm: .weekly,
                amountMinor: Int64(minor),
                isPaused: isPaused,
                nextDue: next,
                lastDue: last
            )
            let isActive = minor > 0 && !isPaused
            #expect(schedule.nextDue == (isActive ? next : nil))
            #expect(schedule.shownNextDue == schedule.nextDue)
            #expect(schedule.dueDays(through: next, most: 9) == (isActive ? [next] : []))
            #expect(schedule.lastDue == last)
            #expect(schedule.amountMinor == Int64(minor))
            #expect(schedule.isPaused == isPaused)
            let again = Schedule(
                rhythm: schedule.rhythm,
                amountMinor: schedule.amountMinor,
                isPaused: schedule.isPaused,
                nextDue: schedule.nextDue,
                lastDue: schedule.lastDue
            )
            #expect(again == schedule)
        }
    }

    @Test("a payment is called by its due day")
    func text() throws {
        let due = try day("2025-01-06")
        #expect(DueText.description(due, .weekly) == "Weekly Allowance - 2025-01-06")
        #expect(DueText.description(due, .biweekly) == "Allowance - 2025-01-06")
        #expect(DueText.description(due, .monthly) == "Allowance - 2025-01-06")
    }
}
