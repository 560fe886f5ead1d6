import Kernel

extension API.Rewards {
    /// More than 0, and at most 100.
    public enum MultiplierBounds: NumberBounds {
        /// In hundredths.
        public static let range: ClosedRange<Int64> = 1...Limits.multiplierHundredths
    }

    /// More than 0.
    public enum PositiveBounds: NumberBounds {
        /// In hundredths.
        public static let range: ClosedRange<Int64> = 1...Limits.amountMinor
    }

    /// 0 or more.
    public enum SpentBounds: NumberBounds {
        /// In hundredths.
        public static let range: ClosedRange<Int64> = 0...Limits.amountMinor
    }

    /// The quarters of a year.
    public enum QuarterBounds: NumberBounds {
        /// From the first to the last.
        public static let range: ClosedRange<Int64> = 1...4
    }

    /// The years that a bonus may be of.
    public enum YearBounds: NumberBounds {
        /// From the first to the last.
        public static let range: ClosedRange<Int64> = 2_000...2_100
    }

    /// How many points a unit of money earns.
    public typealias Multiplier = BoundedAmount<MultiplierBounds>
    /// An amount of more than 0.
    public typealias PositiveAmount = BoundedAmount<PositiveBounds>
    /// An amount that was spent.
    public typealias SpentAmount = BoundedAmount<SpentBounds>
    /// A quarter of a year, from 1.
    public typealias Quarter = BoundedNumber<QuarterBounds>
    /// A year.
    public typealias Year = BoundedNumber<YearBounds>
}
