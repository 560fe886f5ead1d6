public import Kernel

/// From one income to the next: the days for which money has to last.
public struct SpendingCycle: Sendable, Hashable {
    /// The first day.
    public let start: CivilDay
    /// How many days it has.
    public let length: Int

    /// The last day.
    public var end: CivilDay { start.adding(days: length - 1) }

    /// How long a cycle is that two incomes tell, in days.
    static let lengths = 7...45
    /// How long it is when there is only one income.
    private static let usualLength = 30

    /// Finds the cycle that contains a day.
    ///
    /// It begins at the last income, and is as long as the one before it was. When it is over
    /// already, further ones of the same length follow.
    ///
    /// - Parameters:
    ///   - incomeDays: The days with income, in any order; those after today do not count.
    ///   - today: The day it contains.
    public init(incomeDays: Set<CivilDay>, today: CivilDay) {
        let days = incomeDays.filter { $0 <= today }.sorted()
        guard let last = days.last else {
            start = today.month.firstDay
            length = today.month.dayCount
            return
        }
        if let previous = days.dropLast().last {
            let distance = last.dayNumber - previous.dayNumber
            length = min(max(distance, Self.lengths.lowerBound), Self.lengths.upperBound)
        } else {
            length = Self.usualLength
        }
        let passed = (today.dayNumber - last.dayNumber) / length
        start = last.adding(days: passed * length)
    }
}
