public import Contract
public import Foundation
public import Kernel

extension Timestamp {
    /// The instant as a date of Foundation's.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// The instant of a date of Foundation's, to the millisecond below.
    public init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)))
    }
}

extension WireTimestamp {
    /// The instant as a date of Foundation's.
    public var date: Date { instant.date }

    /// The instant of a date of Foundation's.
    public init(_ date: Date) { self.init(Timestamp(date)) }
}

extension GuardianTimestamp {
    /// The instant as a date of Foundation's.
    public var date: Date { instant.date }
}

extension API.Guardian.DaySpend {
    /// The day's beginning.
    public var date: Date { day.date }
}

extension API.Allowance.ScheduleResponse {
    /// The next days of payment as year, month and day of the household's calendar.
    public var upcomingDays: [DateComponents] {
        upcoming.map { text in
            let parts = text.split(separator: "-").map { Int($0) }
            guard parts.count == 3 else { return DateComponents() }
            return DateComponents(year: parts[0], month: parts[1], day: parts[2])
        }
    }
}
