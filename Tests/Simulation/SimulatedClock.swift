import Foundation

/// The clock of a simulation: it ticks with every step, and somebody sets it now and then.
struct SimulatedClock {
    /// 2024-02-20T00:00:00Z, shortly before a leap day.
    private static let firstMS: Int64 = 1_708_387_200_000
    /// Ten years later the clock begins anew.
    private static let lastMS = firstMS + 3_650 * 86_400_000

    private(set) var nowMS = firstMS

    /// A little later.
    mutating func tick(_ chance: inout Chance) -> Int64 {
        nowMS += chance.within(0...2_000)
        return nowMS
    }

    /// Sets the clock on or back, often to where the calendar is difficult.
    ///
    /// - Returns: What happened, for the report.
    mutating func jump(_ chance: inout Chance, in almanac: Almanac) -> String {
        let before = nowMS
        let hour: Int64 = 3_600_000
        switch chance.below(10) {
        case 0, 1: nowMS += chance.within(1...48 * hour)
        case 2: nowMS -= chance.within(1...30 * hour)
        case 3: nowMS += chance.within(20 * 24 * hour...45 * 24 * hour)
        case 4: nowMS -= chance.within(20 * 24 * hour...45 * 24 * hour)
        case 5, 6: nowMS = almanac.endOfMonth(after: nowMS) - chance.within(1...4_000)
        case 7:
            nowMS = (almanac.clockChange(after: nowMS) ?? nowMS + hour) - chance.within(1...4_000)
        case 8: nowMS += 86_400_000 - chance.within(0...2)
        default: nowMS += chance.within(200_000...400_000)
        }
        if nowMS < Self.firstMS || nowMS > Self.lastMS {
            nowMS = Self.firstMS + chance.within(0...365 * 24 * hour)
        }
        return "the clock is set from \(before) to \(nowMS) (\(almanac.zone.identifier))"
    }
}
