/// How often an allowance is due; the raw value is the word on the wire and in the database.
public enum Frequency: String, Sendable, CaseIterable {
    /// Every seven days.
    case weekly = "Weekly"
    /// Every fourteen days.
    case biweekly = "BiWeekly"
    /// Once in each month of the calendar.
    case monthly = "Monthly"
}
