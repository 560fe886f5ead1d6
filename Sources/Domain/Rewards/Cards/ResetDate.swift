public import Kernel

/// When spending limits begin anew, by the household's calendar.
public enum ResetDate {
    /// The first reset date of a limit whose maker named none.
    ///
    /// - Parameters:
    ///   - type: How often the limit begins anew.
    ///   - now: When it is made.
    ///   - zone: The household's.
    /// - Returns: A local midnight, and the day of the month it stands for; for
    ///   ``ResetType/never`` the instant itself.
    public static func first(
        of type: ResetType,
        at now: Timestamp,
        in zone: Zone
    ) -> (date: Timestamp, day: Int) {
        let today = zone.day(of: now)
        switch type {
        case .monthly, .annually:
            let month = today.month.adding(months: type == .monthly ? 1 : 12)
            return (zone.start(of: day(today.dayOfMonth, of: month)), today.dayOfMonth)
        case .quarterly:
            let month = today.month
            let next = month.adding(months: 3 - (month.month - 1) % 3)
            return (zone.start(of: next.firstDay), 1)
        case .never:
            return (now, today.dayOfMonth)
        }
    }

    /// The first date after an instant that lies whole periods after a reset date.
    ///
    /// The time of day is kept. The periods between are not walked, however many they are.
    ///
    /// - Parameters:
    ///   - now: What the date is to be after.
    ///   - date: The reset date that has come.
    ///   - months: Months of a period.
    ///   - day: The day of the month it stands for; it counts where the date lies on it.
    ///   - zone: The household's.
    /// - Returns: The date; always later than `now`.
    static func next(
        after now: Timestamp,
        from date: Timestamp,
        months: Int,
        on day: Int,
        in zone: Zone
    ) -> Timestamp {
        let from = zone.day(of: date)
        let stands = min(day, from.month.dayCount) == from.dayOfMonth ? day : from.dayOfMonth
        let gap = monthNumber(zone.day(of: now).month) - monthNumber(from.month)
        // A date of the month before this one's period may still be to come, never an earlier.
        var periods = max(1, gap / months)
        while true {
            let month = from.month.adding(months: periods * months)
            let next = instant(of: date, on: Self.day(stands, of: month), in: zone)
            if next > now { return next }
            periods += 1
        }
    }

    /// The instant of another day at the same time of day.
    private static func instant(of date: Timestamp, on day: CivilDay, in zone: Zone) -> Timestamp {
        let time = zone.time(of: date)
        if time.minuteOfDay == 0, date == zone.start(of: zone.day(of: date)) {
            return zone.start(of: day)
        }
        let rest = (date.milliseconds % 60_000 + 60_000) % 60_000
        return zone.instant(of: time, on: day).adding(milliseconds: rest)
    }

    private static func day(_ number: Int, of month: CivilMonth) -> CivilDay {
        month.firstDay.adding(days: min(number, month.dayCount) - 1)
    }

    private static func monthNumber(_ month: CivilMonth) -> Int { month.year * 12 + month.month }
}
