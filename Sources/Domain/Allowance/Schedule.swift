public import Kernel

/// When a child's allowance is due, and how much of it.
///
/// Days are civil days of the household, never spans of 24 hours: so a change of clocks or of the
/// zone moves no payment and doubles none. Whoever changes a schedule first records what is owed up
/// to today, or those days would be counted by the new terms.
public struct Schedule: Sendable, Hashable {
    /// On which days it is due.
    public private(set) var rhythm: Rhythm
    /// What is due on each of them, in minor units; zero for nothing.
    public private(set) var amountMinor: Int64
    /// Whether a parent has stopped it for the time being.
    public private(set) var isPaused: Bool
    /// The first day that is not recorded yet; `nil` while nothing can be due.
    ///
    /// Of a free rhythm that was never due it is the day from which on a run finds it due.
    public private(set) var nextDue: CivilDay?
    /// The last day that was recorded.
    public private(set) var lastDue: CivilDay?

    /// Makes a schedule that was stored.
    public init(
        rhythm: Rhythm,
        amountMinor: Int64,
        isPaused: Bool,
        nextDue: CivilDay?,
        lastDue: CivilDay?
    ) {
        precondition(amountMinor >= 0, "an allowance is not negative")
        self.rhythm = rhythm
        self.amountMinor = amountMinor
        self.isPaused = isPaused
        self.nextDue = amountMinor > 0 && !isPaused ? nextDue : nil
        self.lastDue = lastDue
    }

    /// Makes the schedule of a new child.
    public init(rhythm: Rhythm = .weekly, amountMinor: Int64, from today: CivilDay) {
        self.init(
            rhythm: rhythm,
            amountMinor: amountMinor,
            isPaused: false,
            nextDue: rhythm.first(onOrAfter: today),
            lastDue: nil
        )
    }

    /// The due days on or before a day that are not recorded yet, as a run finds them.
    ///
    /// - Parameters:
    ///   - today: The household's day; a free rhythm that was never due is due on it, once.
    ///   - most: The most days to return; whoever has recorded these asks again for the rest.
    /// - Returns: Oldest first. Takes time by their count, not by the time that passed.
    public func dueDays(through today: CivilDay, most: Int) -> [CivilDay] {
        guard let nextDue, nextDue <= today, most > 0 else { return [] }
        guard !awaitsFirstRun else { return [today] }
        var days: [CivilDay] = []
        var day = nextDue
        while day <= today, days.count < most {
            days.append(day)
            day = rhythm.next(after: day)
        }
        return days
    }

    /// The due days on or before a day that are owed whether or not there is a run.
    ///
    /// They are ``dueDays(through:most:)``, but a free rhythm that was never due owes nothing
    /// before a run: so a parent may correct an amount before the first payment.
    public func owedDays(through today: CivilDay, most: Int) -> [CivilDay] {
        awaitsFirstRun ? [] : dueDays(through: today, most: most)
    }

    /// Notes that days were recorded as due; the schedule goes on after the last of them.
    ///
    /// - Parameter days: Oldest first, all later than ``lastDue``.
    public mutating func record(_ days: [CivilDay]) {
        for day in days {
            precondition(lastDue.map { $0 < day } ?? true, "a day is due once, in its order")
            lastDue = day
        }
        guard let lastDue, !days.isEmpty, isActive else { return }
        nextDue = rhythm.next(after: lastDue)
    }

    /// Changes the amount; days that pass while it is zero are skipped for good.
    public mutating func setAmount(_ minor: Int64, today: CivilDay) {
        precondition(minor >= 0, "an allowance is not negative")
        amountMinor = minor
        settle(today: today)
    }

    /// Changes the rhythm from the next due day on; that day itself stays.
    ///
    /// Where none was ever due there is no such day, and the new rhythm begins with its own first.
    public mutating func setRhythm(_ rhythm: Rhythm, today: CivilDay) {
        guard rhythm != self.rhythm else { return }
        self.rhythm = rhythm
        if lastDue == nil { nextDue = nil }
        settle(today: today)
    }

    /// Stops it; days that pass meanwhile are skipped for good.
    public mutating func pause() {
        isPaused = true
        nextDue = nil
    }

    /// Lets it go on, with the first day of its rhythm that is today or later.
    public mutating func resume(today: CivilDay) {
        isPaused = false
        settle(today: today)
    }

    /// The next due day as families see it.
    ///
    /// `nil` when nothing can be due, and while nobody knows the day of the first payment.
    public var shownNextDue: CivilDay? { awaitsFirstRun ? nil : nextDue }

    /// Whole days from today to the next due day as families see it; 0 when it is past or none.
    public func daysUntilNext(today: CivilDay) -> Int {
        shownNextDue.map { max(0, $0.dayNumber - today.dayNumber) } ?? 0
    }

    /// Whether days can be due.
    private var isActive: Bool { amountMinor > 0 && !isPaused }

    /// Whether the first due day is that of the next run.
    private var awaitsFirstRun: Bool { rhythm.isFree && lastDue == nil }

    /// Gives an active schedule its next due day if it has none, and takes it from another.
    private mutating func settle(today: CivilDay) {
        guard isActive else {
            nextDue = nil
            return
        }
        nextDue =
            nextDue
            ?? lastDue.map { rhythm.first(after: $0, onOrAfter: today) }
            ?? rhythm.first(onOrAfter: today)
    }
}
