import Kernel

/// The days of one period of a spending limit, and what was spent in them.
struct LimitPeriod: Sendable {
    /// What may be spent at the rate, in cents.
    let limitCents: Int64
    /// What was spent in the period, in cents.
    private(set) var spentCents: Int64

    /// The first day after the period, as a day number.
    private var end: Int
    private let rhythm: Rhythm?

    /// A limit's period that contains a day.
    ///
    /// Only in the period that the limit stands in counts what its member entered; what purchases
    /// added is counted by the purchases.
    init(of limit: SpendingLimit, on day: CivilDay, in zone: Zone) {
        limitCents = limit.limitCents
        rhythm = Rhythm(limit, in: zone)
        end = .min
        spentCents = 0
        if rhythm == nil {
            end = .max
            spentCents = limit.enteredCents
        } else {
            move(to: day.dayNumber)
        }
    }

    /// What is left on a day that is none of an earlier period, in cents: 0 up to all of it.
    ///
    /// What was entered may be below 0, where it corrects what purchases tell.
    mutating func left(on day: Int) -> Int64 {
        if day >= end { move(to: day) }
        return limitCents - min(limitCents, max(0, spentCents))
    }

    /// Counts a purchase of a day that is none of an earlier period.
    mutating func fill(_ cents: Int64, on day: Int) {
        if day >= end { move(to: day) }
        // More than any limit is as good as that.
        spentCents = min(spentCents, Limits.amountMinor) + cents
    }

    /// The first day of the period that contains a day; for a limit without periods see
    /// ``MissedRewards/firstDay(of:wallet:in:)``.
    static func firstDay(
        of limit: SpendingLimit,
        on day: CivilDay,
        in zone: Zone
    ) -> CivilDay {
        guard let rhythm = Rhythm(limit, in: zone) else {
            let yearBefore = day.month.adding(months: -12).firstDay
            return min(day, max(zone.day(of: limit.resetDate), yearBefore))
        }
        return CivilDay(dayNumber: rhythm.boundary(rhythm.period(of: day.dayNumber) - 1))
    }

    private mutating func move(to day: Int) {
        guard let rhythm else { return }
        let period = rhythm.period(of: day)
        end = rhythm.boundary(period)
        spentCents = period == 0 ? rhythm.enteredCents : 0
    }
}

/// When the periods of a limit end: whole periods away from its reset date.
private struct Rhythm: Sendable {
    let months: Int
    let month: CivilMonth
    let dayOfMonth: Int
    let enteredCents: Int64

    init?(_ limit: SpendingLimit, in zone: Zone) {
        guard let months = limit.resetType.months else { return nil }
        let reset = zone.day(of: limit.resetDate)
        let stands = min(limit.resetDay, reset.month.dayCount) == reset.dayOfMonth
        self.months = months
        month = reset.month
        dayOfMonth = stands ? limit.resetDay : reset.dayOfMonth
        enteredCents = limit.enteredCents
    }

    /// The first day after a period; period 0 is the one that ends at the reset date.
    func boundary(_ period: Int) -> Int {
        let month = month.adding(months: period * months)
        return month.firstDay.dayNumber + min(dayOfMonth, month.dayCount) - 1
    }

    /// The period that a day lies in.
    func period(of day: Int) -> Int {
        let other = CivilDay(dayNumber: day).month
        let gap = (other.year - month.year) * 12 + other.month - month.month
        // One too early at most by the month alone, and one more for rounding towards zero.
        var period = gap / months - 2
        while boundary(period) <= day { period += 1 }
        return period
    }
}
