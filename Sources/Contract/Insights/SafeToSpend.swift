extension API.Insights {
    /// What may be spent today without missing anything later in the cycle.
    public struct SafeToSpend: Codable, Sendable, Equatable {
        /// The first day of the cycle that contains today.
        public let cycleStart: WireDay
        /// Its last day.
        public let cycleEnd: WireDay
        /// The answer.
        public let safeToSpendToday: DecimalAmount
        /// What cash allows at most, after what is still to be paid; may be below 0.
        public let hardCap: DecimalAmount
        /// What remains of the budget, for each remaining day.
        public let dailyBase: DecimalAmount
        /// The same, adjusted by the pace.
        public let dailyAdjusted: DecimalAmount
        /// What earlier days left over.
        public let rollToday: DecimalAmount
        /// Spending so far against the budget's even pace; 1 on the first day.
        public let paceRatio: Ratio
        /// By what ``dailyBase`` is multiplied, 0.85...1.15.
        public let adjustmentFactor: Ratio
        /// The days up to the end of the cycle, today included.
        public let daysRemaining: Int64
        /// What is to be spent in the cycle, other than on what is fixed or put aside.
        public let variableBudget: DecimalAmount
        /// What of it was spent, today included.
        public let variableSpent: DecimalAmount
        /// What of it remains; 0 or above.
        public let remainingVariableBudget: DecimalAmount
        /// Whether cash does not cover what is still to be paid.
        public let danger: Bool
        /// What a member should know; a sentence each.
        public let notes: [String]

        /// Makes an answer.
        public init(
            cycleStart: WireDay,
            cycleEnd: WireDay,
            safeToSpendToday: DecimalAmount,
            hardCap: DecimalAmount,
            dailyBase: DecimalAmount,
            dailyAdjusted: DecimalAmount,
            rollToday: DecimalAmount,
            paceRatio: Ratio,
            adjustmentFactor: Ratio,
            daysRemaining: Int64,
            variableBudget: DecimalAmount,
            variableSpent: DecimalAmount,
            remainingVariableBudget: DecimalAmount,
            danger: Bool,
            notes: [String]
        ) {
            self.cycleStart = cycleStart
            self.cycleEnd = cycleEnd
            self.safeToSpendToday = safeToSpendToday
            self.hardCap = hardCap
            self.dailyBase = dailyBase
            self.dailyAdjusted = dailyAdjusted
            self.rollToday = rollToday
            self.paceRatio = paceRatio
            self.adjustmentFactor = adjustmentFactor
            self.daysRemaining = daysRemaining
            self.variableBudget = variableBudget
            self.variableSpent = variableSpent
            self.remainingVariableBudget = remainingVariableBudget
            self.danger = danger
            self.notes = notes
        }
    }
}
