import Kernel

/// What a transaction counts when no text is asked for.
struct RowScore {
    private let today: CivilDay
    /// The amount that is asked for, without its sign.
    private let target: Double?

    /// Takes the middle of both bounds of the amount, or the one there is.
    init(_ filter: SearchFilter, today: CivilDay) {
        let bounds = [filter.amountMin, filter.amountMax].compactMap(\.self).map(Double.init)
        self.today = today
        target = bounds.isEmpty ? nil : bounds.reduce(0, +) / Double(bounds.count)
    }

    /// How new a transaction is and how near its amount is to the target, in thousandths:
    /// 0.75 ÷ (1 + days) + 0.25 × (1 − distance ÷ target), the latter held in 0...1.
    func thousandths(_ row: SearchRow) -> Int32 {
        let days = Double(max(0, today.dayNumber - row.day.dayNumber))
        return SearchScore.thousandths(0.75 / (1 + days) + 0.25 * amount(row.cents))
    }

    private func amount(_ cents: Int64) -> Double {
        guard let target else { return 0 }
        return max(0, 1 - abs(Double(cents.magnitude) - target) / max(target, 1))
    }
}
