/// A part of a monthly limit that is told of when it is spent; its raw value is in per cent.
public enum BudgetMark: Int, Sendable, CaseIterable, Comparable {
    /// Four fifths.
    case near = 80
    /// All of it.
    case reached = 100

    /// The highest mark that spending has come to.
    ///
    /// - Parameters:
    ///   - spentMinor: What was spent in the month, in minor units.
    ///   - limitMinor: The limit, in minor units, zero or more.
    /// - Returns: `nil` below the lowest mark, and when nothing was spent.
    public static func of(spentMinor: Int64, limitMinor: Int64) -> BudgetMark? {
        precondition(limitMinor >= 0, "a limit is not negative")
        guard spentMinor > 0 else { return nil }
        return allCases.last { spentMinor >= $0.part(of: limitMinor) }
    }

    /// The notification that tells of it.
    public var kind: NotificationKind {
        switch self {
        case .near: .budgetNear
        case .reached: .budgetReached
        }
    }

    /// Orders marks by how much is spent.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The least amount that is so much of a limit; no product of a limit is too large for it.
    private func part(of limitMinor: Int64) -> Int64 {
        let percent = Int64(rawValue)
        let (hundreds, rest) = limitMinor.quotientAndRemainder(dividingBy: 100)
        return hundreds * percent + (rest * percent + 99) / 100
    }
}
