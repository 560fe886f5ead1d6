import Kernel

extension Timestamp {
    /// The day in UTC, by which banks of the sandbox count.
    var utcDay: CivilDay {
        let second = seconds % 86_400
        let past = second < 0 ? second + 86_400 : second
        return CivilDay(dayNumber: Int((seconds - past) / 86_400))
    }
}

extension CivilDay {
    /// The instant at which the day begins in UTC.
    var utcStart: Timestamp { Timestamp(seconds: Int64(dayNumber) * 86_400) }
}
