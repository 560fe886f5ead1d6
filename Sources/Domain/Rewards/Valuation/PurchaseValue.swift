import Kernel

/// What a purchase on a card is worth, and how its amount is split between the card's rates.
public struct PurchaseValue: Hashable, Sendable {
    /// The part of the amount that earns the bonus of the quarter, in cents.
    public let atBonusCents: Int64
    /// The part that earns the rate of the category, in cents.
    public let atRateCents: Int64
    /// The part above the limit, which earns the rate of everything else, in cents.
    public let aboveLimitCents: Int64
    /// What the points are worth, in cents, rounded half to even.
    public let rewardCents: Int64
    /// The fee abroad, in cents, rounded half to even; 0 where none is known.
    public let feeCents: Int64

    /// What is left of the reward when the fee is paid, in cents; may be below 0.
    public var cents: Int64 { rewardCents - feeCents }
}

extension PurchaseValue {
    /// Rates are hundredths of a point, and values hundredths of a cent, for each 100 cents.
    static let rewardUnit: Int128 = 1_000_000
    /// Fees are hundredths of a per cent.
    static let feeUnit: Int128 = 10_000

    /// A quotient as whole cents, half to even, ``Limits/amountMinor`` at most.
    ///
    /// Half to even, because halves that always go one way add up over many purchases.
    static func cents(_ number: Int128, in unit: Int128) -> Int64 {
        let cents =
            if let number = Int64(exactly: number), let unit = Int64(exactly: unit) {
                Int128(halfEven(number, unit))
            } else {
                halfEven(number, unit)
            }
        return Int64(min(cents, Int128(Limits.amountMinor)))
    }

    /// A quotient of a number that is 0 or more.
    private static func halfEven<Number: FixedWidthInteger>(
        _ number: Number,
        _ unit: Number
    ) -> Number {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: unit)
        let rest = unit - remainder
        if remainder < rest { return quotient }
        return remainder > rest || quotient % 2 != 0 ? quotient + 1 : quotient
    }
}
