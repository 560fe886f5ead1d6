import Allowance
import Kernel
import Testing

@Suite("A change of an allowance")
struct ScheduleChangeTests {
    /// One thing that happens to a schedule of 10.00, and what it then shows.
    struct Step: Sendable {
        enum Event: Sendable {
            case run
            case amount(Int64)
            case rhythm(String)
            case pause
            case resume
        }

        let day: String
        let event: Event
        /// The days that this records.
        var due: [String] = []
        var next: String?

        init(_ day: String, _ event: Event, due: [String] = [], next: String? = nil) {
            self.day = day
            self.event = event
            self.due = due
            self.next = next
        }
    }

    struct Story: Sendable, CustomTestStringConvertible {
        let name: String
        var rhythm = "w"
        var created = "2025-01-03"
        let steps: [Step]

        var testDescription: String { name }
    }

    static let amounts: [Story] = [
        Story(
            name: "an amount changes: what is owed is owed at the old one",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step(
                    "2025-01-21",
                    .amount(15),
                    due: ["2025-01-13", "2025-01-20"],
                    next: "2025-01-27"
                ),
                Step("2025-01-27", .run, due: ["2025-01-27"], next: "2025-02-03"),
            ]
        ),
        Story(
            name: "an amount of nothing skips days for good",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step("2025-01-07", .amount(0)),
                Step("2025-01-13", .run),
                Step("2025-01-29", .amount(5), next: "2025-02-03"),
                Step("2025-01-29", .run, next: "2025-02-03"),
                Step("2025-02-03", .run, due: ["2025-02-03"], next: "2025-02-10"),
            ]
        ),
        Story(
            name: "an amount that comes back on a day of the sequence is due that day",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step("2025-01-07", .amount(0)),
                Step("2025-01-20", .amount(5), next: "2025-01-20"),
                Step("2025-01-20", .run, due: ["2025-01-20"], next: "2025-01-27"),
            ]
        ),
        Story(
            name: "nothing and back on the day of a payment pays it once",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step("2025-01-06", .amount(0)),
                Step("2025-01-06", .amount(5), next: "2025-01-13"),
                Step("2025-01-06", .run, next: "2025-01-13"),
                Step("2025-01-13", .amount(0), due: ["2025-01-13"]),
                Step("2025-01-13", .amount(5), next: "2025-01-20"),
                Step("2025-01-13", .run, next: "2025-01-20"),
            ]
        ),
        Story(
            name: "never paid: an amount may be corrected, and the next run pays it",
            steps: [
                Step("2025-01-04", .amount(0)), Step("2025-01-05", .run),
                Step("2025-02-01", .amount(5)), Step("2025-02-01", .amount(6)),
                Step("2025-02-03", .run, due: ["2025-02-03"], next: "2025-02-10"),
            ]
        ),
        Story(
            name: "never paid, by the month",
            rhythm: "m31",
            steps: [
                Step("2025-01-04", .amount(0)), Step("2025-01-31", .run),
                Step("2025-02-01", .amount(5), next: "2025-02-28"),
                Step("2025-03-01", .amount(6), due: ["2025-02-28"], next: "2025-03-31"),
            ]
        ),
        Story(
            name: "bi-weekly weeks are counted from the last payment also across a pause",
            rhythm: "b",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-20"),
                Step("2025-01-07", .amount(0)),
                Step("2025-01-27", .amount(5), next: "2025-02-03"),
                Step("2025-02-03", .run, due: ["2025-02-03"], next: "2025-02-17"),
            ]
        ),
    ]

    static let pauses: [Story] = [
        Story(
            name: "a pause skips days for good, and what was owed before it is owed",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step("2025-01-14", .pause, due: ["2025-01-13"]),
                Step("2025-02-04", .run), Step("2025-02-04", .pause),
                Step("2025-02-05", .resume, next: "2025-02-10"),
                Step("2025-02-05", .resume, next: "2025-02-10"),
                Step("2025-02-10", .run, due: ["2025-02-10"], next: "2025-02-17"),
            ]
        ),
        Story(
            name: "pausing on the day of a payment, before the run and after it",
            rhythm: "w0",
            steps: [
                Step("2025-01-06", .pause, due: ["2025-01-06"]),
                Step("2025-01-06", .resume, next: "2025-01-13"),
                Step("2025-01-06", .run, next: "2025-01-13"),
                Step("2025-01-13", .run, due: ["2025-01-13"], next: "2025-01-20"),
                Step("2025-01-13", .pause), Step("2025-01-13", .resume, next: "2025-01-20"),
            ]
        ),
        Story(
            name: "resuming what is not paused loses no day that is owed",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step(
                    "2025-01-28",
                    .resume,
                    due: ["2025-01-13", "2025-01-20", "2025-01-27"],
                    next: "2025-02-03"
                ),
            ]
        ),
        Story(
            name: "paused and nothing: both must end",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step("2025-01-07", .pause), Step("2025-01-08", .amount(0)),
                Step("2025-01-09", .resume), Step("2025-01-10", .pause),
                Step("2025-01-11", .amount(5)), Step("2025-01-14", .run),
                Step("2025-01-15", .resume, next: "2025-01-20"),
            ]
        ),
        Story(
            name: "paused before the first payment: the run after it pays",
            steps: [
                Step("2025-01-04", .pause), Step("2025-01-06", .run),
                Step("2025-01-08", .resume),
                Step("2025-01-09", .run, due: ["2025-01-09"], next: "2025-01-16"),
            ]
        ),
        Story(
            name: "resumed on the last day of a short month",
            rhythm: "m31",
            steps: [
                Step("2025-01-31", .run, due: ["2025-01-31"], next: "2025-02-28"),
                Step("2025-02-01", .pause), Step("2025-02-28", .resume, next: "2025-02-28"),
                Step("2025-02-28", .run, due: ["2025-02-28"], next: "2025-03-31"),
            ]
        ),
    ]

    static let rhythms: [Story] = [
        Story(
            name: "another weekday counts from the next due day on",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step("2025-01-08", .rhythm("w4"), next: "2025-01-13"),
                Step("2025-01-13", .run, due: ["2025-01-13"], next: "2025-01-17"),
                Step("2025-01-17", .run, due: ["2025-01-17"], next: "2025-01-24"),
            ]
        ),
        Story(
            name: "from weekly to bi-weekly, to monthly and back",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step("2025-01-06", .rhythm("b"), next: "2025-01-13"),
                Step("2025-01-13", .run, due: ["2025-01-13"], next: "2025-01-27"),
                Step("2025-01-27", .rhythm("m31"), due: ["2025-01-27"], next: "2025-02-10"),
                Step("2025-02-11", .run, due: ["2025-02-10"], next: "2025-02-28"),
                Step("2025-02-28", .rhythm("b2"), due: ["2025-02-28"], next: "2025-03-31"),
                Step("2025-03-31", .run, due: ["2025-03-31"], next: "2025-04-09"),
                Step("2025-04-01", .rhythm("w"), next: "2025-04-09"),
                Step("2025-04-17", .run, due: ["2025-04-09", "2025-04-16"], next: "2025-04-23"),
            ]
        ),
        Story(
            name: "what is owed at a change is counted by the old rhythm",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step(
                    "2025-01-28",
                    .rhythm("m1"),
                    due: ["2025-01-13", "2025-01-20", "2025-01-27"],
                    next: "2025-02-03"
                ),
                Step("2025-03-01", .run, due: ["2025-02-03", "2025-03-01"], next: "2025-04-01"),
            ]
        ),
        Story(
            name: "a change on the day of a payment neither doubles nor loses",
            rhythm: "w0",
            steps: [
                Step("2025-01-06", .rhythm("m6"), due: ["2025-01-06"], next: "2025-01-13"),
                Step("2025-01-06", .rhythm("w0"), next: "2025-01-13"),
                Step("2025-01-06", .run, next: "2025-01-13"),
                Step("2025-01-13", .run, due: ["2025-01-13"], next: "2025-01-20"),
            ]
        ),
        Story(
            name: "never paid: the new rhythm begins with its own first day",
            steps: [
                Step("2025-01-04", .rhythm("w4"), next: "2025-01-10"),
                Step("2025-01-05", .rhythm("m5"), next: "2025-01-05"),
                Step("2025-01-04", .rhythm("m4"), next: "2025-01-04"),
                Step("2025-01-04", .run, due: ["2025-01-04"], next: "2025-02-04"),
            ]
        ),
        Story(
            name: "never paid, and free again: the next run",
            rhythm: "m15",
            steps: [
                Step("2025-01-04", .rhythm("b")),
                Step("2025-01-08", .run, due: ["2025-01-08"], next: "2025-01-22"),
            ]
        ),
        Story(
            name: "the same rhythm again is no change",
            rhythm: "w4",
            steps: [
                Step("2025-01-03", .rhythm("w4"), due: ["2025-01-03"], next: "2025-01-10"),
                Step("2025-01-05", .rhythm("w4"), next: "2025-01-10"),
            ]
        ),
        Story(
            name: "a change during a pause counts when it ends",
            steps: [
                Step("2025-01-06", .run, due: ["2025-01-06"], next: "2025-01-13"),
                Step("2025-01-07", .pause), Step("2025-01-08", .rhythm("m20")),
                Step("2025-01-21", .resume, next: "2025-02-20"),
                Step("2025-01-22", .amount(0)), Step("2025-01-23", .rhythm("w6")),
                Step("2025-02-01", .amount(5), next: "2025-02-02"),
            ]
        ),
    ]

    @Test("step by step", arguments: amounts + pauses + rhythms)
    func story(_ story: Story) throws {
        var schedule = try Schedule(
            rhythm: rhythm(story.rhythm),
            amountMinor: 10,
            from: day(story.created)
        )
        for (number, step) in story.steps.enumerated() {
            let today = try day(step.day)
            let due: [CivilDay]
            if case .run = step.event {
                due = schedule.run(today)
            } else {
                due = schedule.settleUp(today)
            }
            switch step.event {
            case .run: break
            case .amount(let minor): schedule.setAmount(minor, today: today)
            case .rhythm(let text): schedule.setRhythm(try rhythm(text), today: today)
            case .pause: schedule.pause()
            case .resume: schedule.resume(today: today)
            }
            #expect(due.texts == step.due, "step \(number)")
            #expect(schedule.shownNextDue?.text == step.next, "step \(number)")
        }
    }

    @Test("days that are owed are still owed after a change of amount, and after none of rhythm")
    func owedStays() throws {
        let today = try day("2025-01-28")
        var paid = try Schedule.paid(.weekly, on: day("2025-01-06"))
        paid.setAmount(5, today: today)
        #expect(paid.amountMinor == 5)
        #expect(paid.run(today).count == 3)

        var new = try Schedule(rhythm: rhythm("w0"), amountMinor: 5, from: day("2025-01-06"))
        new.setRhythm(try rhythm("w0"), today: today)
        #expect(new.run(today).count == 4)
    }

    @Test("what is recorded during a pause is not due when it ends, and nothing is before")
    func recordedInPause() throws {
        var schedule = try Schedule.paid(.weekly, on: day("2025-01-06"))
        schedule.pause()
        schedule.record([try day("2025-01-13")])
        #expect(schedule.nextDue == nil)
        #expect(schedule.lastDue?.text == "2025-01-13")
        schedule.resume(today: try day("2025-01-13"))
        #expect(schedule.nextDue?.text == "2025-01-20")
    }
}
