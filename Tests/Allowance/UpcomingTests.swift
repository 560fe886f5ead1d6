import Kernel
import Testing

@testable import Allowance

@Suite("The due days ahead")
struct UpcomingTests {
    private static let monday = CivilDay(dayNumber: 20_094)

    @Test("begin with the next one and follow the rhythm")
    func rhythm() throws {
        var schedule = Schedule(amountMinor: 100, from: Self.monday)
        schedule.record([Self.monday])
        let week = [7, 14, 21].map { Self.monday.adding(days: $0) }
        #expect(schedule.upcoming(3) == week)
        #expect(schedule.upcoming(0) == [])
        let monthly = try #require(Rhythm(frequency: .monthly, monthDay: 31))
        schedule.setRhythm(monthly, today: Self.monday)
        let texts = schedule.upcoming(4).map(\.text)
        #expect(texts == ["2025-01-13", "2025-01-31", "2025-02-28", "2025-03-31"])
    }

    @Test("are none while nobody knows the first, or nothing is due")
    func none() {
        let free = Schedule(amountMinor: 100, from: Self.monday)
        #expect(free.upcoming(5) == [])
        let zero = Schedule(amountMinor: 0, from: Self.monday)
        #expect(zero.upcoming(5) == [])
        var paused = free
        paused.record([Self.monday])
        paused.pause()
        #expect(paused.upcoming(5) == [])
    }
}
