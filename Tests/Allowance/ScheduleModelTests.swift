import Allowance
import Kernel
import Testing

@Suite("A schedule and a wall calendar agree")
struct ScheduleModelTests {
    static let almanac = Almanac(years: 14)

    @Test("whatever happens in ten years", arguments: 0..<150 as Range<UInt64>)
    func agree(seed: UInt64) throws {
        var life = try Life(seed: seed, almanac: Self.almanac)
        while life.today < 3_650 {
            let event = try life.step()
            let difference = life.difference
            if let difference {
                Issue.record("seed \(seed), \(life.day.text), \(event): \(difference)")
                return
            }
        }
        let days = life.recorded
        #expect(days == days.sorted())
        #expect(Set(days).count == days.count)
    }

    @Test("the wall calendar has the days of ours")
    func sameDays() throws {
        let first = try day("2023-01-01")
        for (number, page) in Self.almanac.pages.enumerated() {
            let day = first.adding(days: number)
            guard day.text == page.text, day.weekday == page.weekday else {
                Issue.record("\(day.text) is not \(page.text)")
                return
            }
        }
    }
}

/// A schedule and its model, to which the same things happen.
private struct Life {
    var chance: Chance
    var schedule: Schedule
    var model: DayModel
    var today = 40
    var recorded: [CivilDay] = []
    /// The day of the first page.
    private let first = CivilDay(dayNumber: 19_358)

    init(seed: UInt64, almanac: Almanac) throws {
        chance = Chance(seed: seed)
        let rhythm = try Self.rhythm(&chance)
        let amount = Int64(chance.below(3)) * 500
        schedule = Schedule(rhythm: rhythm, amountMinor: amount, from: first.adding(days: today))
        model = DayModel(almanac: almanac, rhythm: rhythm, amount: amount, today: today)
    }

    var day: CivilDay { first.adding(days: today) }

    /// What the two say differently; `nil` when they agree.
    var difference: String? {
        let page = { (number: Int?) in number.map { first.adding(days: $0) } }
        let next = page(model.next)
        let until = next.map { max(0, $0.dayNumber - day.dayNumber) } ?? 0
        if schedule.lastDue != page(model.paid.last) { return "last day" }
        if schedule.shownNextDue != next { return "next day \(next?.text ?? "none")" }
        if schedule.daysUntilNext(today: day) != until { return "days until next" }
        if schedule.dueDays(through: day, most: 999) != model.due(through: today).map(page) {
            return "due days"
        }
        if schedule.amountMinor != model.amount || schedule.isPaused != model.isPaused {
            return "terms"
        }
        return nil
    }

    /// Lets something happen, and says what.
    mutating func step() throws -> String {
        // A household that moves west has a day twice; most often time goes on.
        today += chance.oneIn(12) ? -1 : chance.below(chance.oneIn(8) ? 120 : 9)
        switch chance.below(10) {
        case 0...4:
            run(isOwed: false)
            return "run"
        case 5, 6:
            run(isOwed: true)
            let amount = Int64(chance.below(3)) * 500
            schedule.setAmount(amount, today: day)
            model.set(amount: amount, isPaused: model.isPaused, today: today)
            return "amount \(amount)"
        case 7:
            run(isOwed: true)
            let rhythm = try Self.rhythm(&chance)
            schedule.setRhythm(rhythm, today: day)
            model.set(rhythm: rhythm, today: today)
            return "rhythm \(rhythm)"
        case 8:
            run(isOwed: true)
            schedule.pause()
            model.set(amount: model.amount, isPaused: true, today: today)
            return "pause"
        default:
            run(isOwed: true)
            schedule.resume(today: day)
            model.set(amount: model.amount, isPaused: false, today: today)
            return "resume"
        }
    }

    /// Records what is due, a few days at a time.
    private mutating func run(isOwed: Bool) {
        let most = 1 + chance.below(5)
        while true {
            let days =
                isOwed
                ? schedule.owedDays(through: day, most: most)
                : schedule.dueDays(through: day, most: most)
            if days.isEmpty { break }
            schedule.record(days)
            recorded += days
        }
        if !isOwed || !model.isWaiting { model.pay(model.due(through: today)) }
    }

    private static func rhythm(_ chance: inout Chance) throws -> Rhythm {
        let weekday = chance.oneIn(3) ? nil : chance.below(7)
        let rhythm: Rhythm? =
            switch chance.below(3) {
            case 0: Rhythm(frequency: .weekly, weekday: weekday)
            case 1: Rhythm(frequency: .biweekly, weekday: weekday)
            default:
                Rhythm(
                    frequency: .monthly,
                    monthDay: chance.oneIn(2) ? 27 + chance.below(5) : 1 + chance.below(31)
                )
            }
        return try #require(rhythm)
    }
}
