public import Kernel

extension GuardianTimestamp {
    /// A day as Guardian writes it: `2025-01-15T00:00:00`.
    ///
    /// The day is the household's; its midnight is not converted to UTC, where it could fall on
    /// the day before.
    public init(_ day: CivilDay) {
        self.init(Timestamp(seconds: Int64(day.dayNumber) * 86_400))
    }
}
