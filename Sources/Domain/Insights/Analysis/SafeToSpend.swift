public import Kernel

/// What may be spent today without missing anything later in the cycle.
///
/// Amounts are minor units of the household's currency, rounded half away from zero from what was
/// computed without rounding.
public struct SafeToSpend: Sendable, Equatable {
    /// Something that a member should know of.
    public enum Note: String, Sendable, CaseIterable {
        /// The hard cap is zero or less.
        case danger = "Cash does not cover what is still to be paid in this cycle."
        /// More than a tenth above the pace of the budget.
        case fast = "Spending is faster than the budget allows."
        /// More than a fifth below the pace of the budget.
        case slow = "Spending is slower than the budget allows."
        /// Nothing of the variable budget remains.
        case usedUp = "The variable budget of this cycle is used up."
    }

    /// The cycle that contains today.
    public let cycle: SpendingCycle
    /// The answer.
    public let safeToSpendTodayMinor: Int64
    /// What cash allows at most, after what is still to be paid; may be less than zero.
    public let hardCapMinor: Int64
    /// What remains of the budget, for each remaining day.
    public let dailyBaseMinor: Int64
    /// The same, adjusted by the pace.
    public let dailyAdjustedMinor: Int64
    /// What earlier days left over.
    public let rollTodayMinor: Int64
    /// Spending so far against the budget's even pace, with four decimals; 1 on the first day.
    public let paceRatio: Double
    /// By what the daily base is multiplied, with four decimals; 0.85...1.15.
    public let adjustmentFactor: Double
    /// The days up to the end of the cycle, today included.
    public let daysRemaining: Int
    /// What is to be spent in the cycle, other than on what is fixed or put aside.
    public let variableBudgetMinor: Int64
    /// What of it was spent, today included.
    public let variableSpentMinor: Int64
    /// What of it remains; zero or more.
    public let remainingVariableBudgetMinor: Int64
    /// Whether cash does not cover what is still to be paid.
    public let isInDanger: Bool
    /// What a member should know.
    public let notes: [Note]

    /// Finds what is safe to spend.
    ///
    /// - Parameters:
    ///   - today: The household's day.
    ///   - rows: The rows of the last 120 days and those dated after today, in any order; others
    ///     and pending ones do not count.
    ///   - cashMinor: The balances of checking, savings and allowance accounts.
    ///   - currency: What the amounts are in.
    public init(
        today: CivilDay,
        rows: some Sequence<AnalysedRow>,
        cashMinor: Int64,
        currency: Currency
    ) {
        let days = SpendingDay.all(of: rows)
        self.init(today: today, days: days, cashMinor: cashMinor, currency: currency)
    }

    /// Finds what is safe to spend.
    ///
    /// - Parameters:
    ///   - today: The household's day.
    ///   - days: The last 120 days and those after today, each once, in any order; others do not
    ///     count.
    ///   - cashMinor: The balances of checking, savings and allowance accounts.
    ///   - currency: What the amounts are in.
    public init(
        today: CivilDay,
        days: some Sequence<SpendingDay>,
        cashMinor: Int64,
        currency: Currency
    ) {
        let history = SpendingHistory(of: days, today: today)
        let cycle = SpendingCycle(incomeDays: history.incomeDays, today: today)
        let budget = CycleBudget(history: history, cycle: cycle, today: today, currency: currency)
        let cap = Self.hardCapDoubled(history, cycle, cashMinor, currency)
        let amount = max(0, budget.dailyAdjusted + budget.roll)
        let isBelowCap = 2 * amount < Double(cap)
        let capMinor = Int64(clamping: Rounding.quotient(cap, 2))
        self.cycle = cycle
        safeToSpendTodayMinor = isBelowCap ? Rounding.minorUnits(amount) : max(0, capMinor)
        hardCapMinor = capMinor
        dailyBaseMinor = Rounding.minorUnits(budget.dailyBase)
        dailyAdjustedMinor = Rounding.minorUnits(budget.dailyAdjusted)
        rollTodayMinor = Rounding.minorUnits(budget.roll)
        paceRatio = Rounding.fourDecimals(budget.pace)
        adjustmentFactor = Rounding.fourDecimals(budget.factor)
        daysRemaining = budget.daysRemaining
        variableBudgetMinor = Int64(clamping: budget.whole)
        variableSpentMinor = Int64(clamping: budget.spent)
        remainingVariableBudgetMinor = Int64(clamping: max(0, budget.whole - budget.spent))
        isInDanger = cap <= 0
        notes = [
            cap <= 0 ? .danger : nil,
            budget.isFast ? .fast : nil,
            budget.isSlow ? .slow : nil,
            budget.spent >= budget.whole ? .usedUp : nil,
        ].compactMap(\.self)
    }

    /// The days whose rows count: the history, and as far ahead as a cycle goes that contains
    /// today.
    public static func days(around today: CivilDay) -> ClosedRange<CivilDay> {
        let last = today.adding(days: SpendingCycle.lengths.upperBound - 1)
        return today.adding(days: 1 - SpendingHistory.days)...last
    }

    /// What stays in the accounts whatever happens, in major units.
    private static let reserveMajor: Int64 = 100

    /// Twice the hard cap, which may lie between two minor units.
    private static func hardCapDoubled(
        _ history: SpendingHistory,
        _ cycle: SpendingCycle,
        _ cashMinor: Int64,
        _ currency: Currency
    ) -> Int128 {
        let reserve = currency.minor(ofMajor: reserveMajor)
        let expected = Int128(cashMinor) + history.income(through: cycle.end) - reserve
        return 2 * expected - history.remainingDoubled(since: cycle.start)
    }
}
