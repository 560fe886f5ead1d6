import Kernel
import Testing

@testable import Simulation

@Suite("Almanac")
struct AlmanacTests {
    @Test("the model's days are the program's days, through ten years of every zone")
    func days() throws {
        var chance = Chance(seed: 2)
        for name in Almanac.names {
            let almanac = Almanac(name)
            let zone = try #require(Zone.named(name))
            for _ in 0..<500 {
                let instant = 1_708_387_200_000 + chance.within(0...3_650 * 86_400_000)
                let day = zone.day(of: Timestamp(milliseconds: instant))
                let own = almanac.day(instant)
                #expect(own.number == day.dayNumber, "\(name) \(instant)")
                #expect(own.firstOfMonth == day.month.firstDay.dayNumber)
                #expect(own.month == day.month.year * 12 + day.month.month - 1)
            }
        }
    }

    @Test("the end of a month is its first instant that is not in it")
    func months() {
        let almanac = Almanac("Pacific/Chatham")
        let end = almanac.endOfMonth(after: 1_708_387_200_000)
        #expect(almanac.day(end - 1).month + 1 == almanac.day(end).month)
        #expect(almanac.day(end).number == almanac.day(end).firstOfMonth)
    }
}
