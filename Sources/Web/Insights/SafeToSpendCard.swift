import Contract
import Kernel

/// What may be spent today, with the reasons.
struct SafeToSpendCard: Sendable {
    let amount: String
    let reason: String
    let isLow: Bool
    let notes: [String]
    /// How the figure is reckoned, step by step.
    let steps: [String]

    init(_ safe: API.Insights.SafeToSpend, _ format: PageFormat) {
        amount = format.money(hundredths: max(0, safe.safeToSpendToday.minor))
        let left = format.money(hundredths: safe.remainingVariableBudget.minor)
        let end = format.longDay(safe.cycleEnd.day)
        let days = Self.days(safe.daysRemaining, format)
        reason = "\(left) is left for \(days) until \(end), what is fixed already set aside."
        isLow = safe.danger
        notes = safe.notes
        steps = SafeReckoning(safe: safe, format: format).steps
    }

    /// What stands there until something was booked.
    static let start = EmptyState(
        "Safe to spend today",
        """
        Here will be what you may spend today. It is reckoned from what you earn and spend, so \
        begin with a file of your bank.
        """,
        way: ("Import a bank file", ImportView.path)
    )

    /// So many days.
    private static func days(_ count: Int64, _ format: PageFormat) -> String {
        count == 1 ? "1 day" : "\(format.number(count)) days"
    }
}

/// How what is safe to spend is reckoned, in sentences with the figures of the endpoint.
///
/// Source: the contract of Insights, section 4.
private struct SafeReckoning {
    let safe: API.Insights.SafeToSpend
    let format: PageFormat

    /// The budget where nothing was spent yet, in hundredths.
    private static let firstBudget: Int64 = 50_000
    /// What stays in the accounts whatever happens, in hundredths.
    private static let reserve: Int64 = 10_000

    var steps: [String] {
        [cycle, budget, share, pace, roll, cash, answer].compactMap(\.self)
    }

    private func money(_ amount: DecimalAmount) -> String {
        format.money(hundredths: amount.minor)
    }

    private func percent(_ ratio: Ratio) -> String {
        "\(format.decimal(hundredths: ratio.tenThousandths)) %"
    }

    private var cycle: String {
        let (start, end) = (safe.cycleStart.day, safe.cycleEnd.day)
        let days = format.number(safe.daysRemaining)
        let left =
            safe.daysRemaining == 1
            ? "Today is the last day." : "\(days) days are left, today among them."
        return """
            This cycle goes from \(format.longDay(start)) to \(format.longDay(end)): from income \
            to income, or a month where none is known. \(left)
            """
    }

    private var budget: String {
        """
        The budget is \(money(safe.variableBudget)): as much as was spent in the cycle before, or \
        in this one where that was nothing, or \(format.money(hundredths: Self.firstBudget)) \
        without either. What is fixed or set aside is not in it. \(money(safe.variableSpent)) of \
        it is spent.
        """
    }

    private var share: String {
        "What was left of it this morning makes \(money(safe.dailyBase)) a day."
    }

    /// The pace of the days before; `nil` on the first day, which has none.
    private var pace: String? {
        guard safe.cycleStart.day.dayNumber + Int(safe.daysRemaining) <= safe.cycleEnd.day.dayNumber
        else { return nil }
        return """
            So far \(percent(safe.paceRatio)) of an even pace is spent, so today's share is \
            \(percent(safe.adjustmentFactor)) of that: \(money(safe.dailyAdjusted)).
            """
    }

    private var roll: String {
        safe.rollToday.minor > 0
            ? "Earlier days left \(money(safe.rollToday)) over, which is added."
            : "Earlier days left nothing over."
    }

    private var cash: String {
        let most = format.money(hundredths: max(0, safe.hardCap.minor))
        let reserve = format.money(hundredths: Self.reserve)
        return """
            Cash allows \(most) at most: what the accounts hold and what comes in by then, less \
            what is still to be paid or set aside, and \(reserve) that stays.
            """
    }

    private var answer: String {
        let sum = format.money(hundredths: safe.dailyAdjusted.minor + safe.rollToday.minor)
        return "The smaller of the two, \(sum) and what cash allows, is safe to spend today."
    }
}
