import Kernel

/// Figures over the transactions that a search kept.
public struct SearchFigures: Hashable, Sendable {
    /// How many there are.
    public let count: Int
    /// Their sum in minor units.
    public let sum: Int64
    /// Their mean in minor units, halves rounded away from zero; 0 of none.
    public let average: Int64

    /// Adds up amounts, each within ``Limits/amountMinor``.
    public init(cents: some Collection<Int64>) {
        count = cents.count
        sum = cents.reduce(0, +)
        average = Self.rounded(sum, dividedBy: Int64(count))
    }

    private static func rounded(_ sum: Int64, dividedBy count: Int64) -> Int64 {
        guard count > 0 else { return 0 }
        let (quotient, rest) = sum.quotientAndRemainder(dividingBy: count)
        return rest.magnitude * 2 >= count.magnitude ? quotient + sum.signum() : quotient
    }
}
