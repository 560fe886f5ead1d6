/// When an allowance is due, as the contract says it: written down a second time on purpose.
struct ModelRhythm: Sendable, Equatable {
    enum Pace: String, Sendable, CaseIterable {
        case weekly
        case biweekly
        case monthly
    }

    var pace = Pace.weekly
    /// Monday 0 to Sunday 6.
    var weekday: Int?
    /// 1...31.
    var dayOfMonth: Int?

    /// Whether the first day is that of the next run.
    var isFree: Bool { weekday == nil && dayOfMonth == nil }

    /// Whether a day is due, when another one was the last; a day on its own is asked about.
    func isDue(_ number: Int, after last: Int?) -> Bool {
        if let last, number <= last { return false }
        let day = CalendarDay(number)
        if let dayOfMonth {
            return day.dayOfMonth == dayOfMonth
                || day.dayOfMonth < dayOfMonth && day.isLastOfMonth
        }
        if let weekday {
            guard day.weekday == weekday else { return false }
            guard pace == .biweekly, let last else { return true }
            // Every second week: more than one week after the last, and two at most.
            return (number - last - 1) / 7 % 2 == 1
        }
        guard let last else { return false }
        return (number - last) % (pace == .weekly ? 7 : 14) == 0
    }
}
