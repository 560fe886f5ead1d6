import Kernel

/// The variable budget of a cycle, and how far it has come.
///
/// Sums are whole minor units; what is divided is a binary fraction until it is rounded.
struct CycleBudget {
    /// The budget; more than zero.
    let whole: Int128
    /// What was spent, today included.
    let spent: Int128
    /// What was spent before today.
    let spentBefore: Int128
    /// The days up to the end of the cycle, today included; one or more.
    let daysRemaining: Int
    /// The days before today.
    let daysPassed: Int
    /// What was spent on each of them.
    let spentByDay: [Int128]
    /// How many days the cycle has.
    let length: Int

    /// The budget when nothing was ever spent, in major units.
    private static let firstBudgetMajor: Int64 = 500
    private static let factors = 0.85...1.15

    init(
        history: SpendingHistory,
        cycle: SpendingCycle,
        today: CivilDay,
        currency: Currency
    ) {
        let tomorrow = today.adding(days: 1)
        let before = cycle.start.adding(days: -cycle.length)
        let spentByDay = (cycle.start.dayNumber..<today.dayNumber).map { number in
            let day = CivilDay(dayNumber: number)
            return history.variable(from: day, before: day.adding(days: 1))
        }
        let choices = [
            history.variable(from: before, before: cycle.start),
            history.variable(from: cycle.start, before: tomorrow),
        ]
        whole = choices.first { $0 > 0 } ?? currency.minor(ofMajor: Self.firstBudgetMajor)
        spent = choices[1]
        spentBefore = spentByDay.reduce(0, +)
        daysRemaining = cycle.end.dayNumber - today.dayNumber + 1
        daysPassed = today.dayNumber - cycle.start.dayNumber
        self.spentByDay = spentByDay
        length = cycle.length
        precondition(whole > 0 && daysRemaining > 0, "a cycle has a budget and contains today")
    }

    /// What remains for each remaining day.
    var dailyBase: Double { Double(max(0, whole - spentBefore)) / Double(daysRemaining) }

    /// The same, adjusted by the pace.
    var dailyAdjusted: Double { dailyBase * factor }

    /// Spending before today against the budget's even pace; 1 on the first day.
    var pace: Double {
        daysPassed == 0 ? 1 : Double(spentBefore * Int128(length)) / Double(evenly)
    }

    /// By what the daily base is multiplied.
    var factor: Double {
        min(max(1 - 0.5 * (pace - 1), Self.factors.lowerBound), Self.factors.upperBound)
    }

    /// Whether the pace is above 1.10.
    var isFast: Bool { daysPassed > 0 && 10 * spentBefore * Int128(length) > 11 * evenly }

    /// Whether the pace is below 0.80.
    var isSlow: Bool { daysPassed > 0 && 10 * spentBefore * Int128(length) < 8 * evenly }

    /// What earlier days left over: half of what each did not use, held in one and a half times
    /// the share of that day, less what later days used above theirs.
    var roll: Double {
        var roll = 0.0
        var before: Int128 = 0
        for (index, spent) in spentByDay.enumerated() {
            let share = Double(max(0, whole - before)) / Double(length - index)
            let left = share - Double(spent)
            roll = left >= 0 ? min(roll + left / 2, 1.5 * share) : max(0, roll + left)
            before += spent
        }
        return roll
    }

    /// The budget times the days passed: the pace's denominator, times the length.
    private var evenly: Int128 { whole * Int128(daysPassed) }
}
