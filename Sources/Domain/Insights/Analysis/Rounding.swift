/// How results become whole numbers: half away from zero, once, at the end.
///
/// Sums are kept in 128 bits. A million amounts as large as 64 bits hold add up in them without
/// overflow, in any order; what does not fit into 64 bits in the end is the nearest that does.
enum Rounding {
    /// A quotient as the nearest whole number.
    ///
    /// - Parameters:
    ///   - numerator: Any number.
    ///   - denominator: More than zero.
    /// - Returns: The whole number; of two that are equally near, the one farther from zero.
    static func quotient(_ numerator: Int128, _ denominator: Int128) -> Int128 {
        precondition(denominator > 0, "a quotient has a positive denominator")
        let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
        let size = rest < 0 ? -rest : rest
        guard size >= denominator - size else { return whole }
        return numerator < 0 ? whole - 1 : whole + 1
    }

    /// A part as hundredths of a per cent of the whole; 0 when there is no whole.
    static func basisPoints(_ part: Int128, of whole: Int128) -> Int64 {
        whole > 0 ? Int64(clamping: quotient(part * 10_000, whole)) : 0
    }

    /// Minor units of an amount that was divided.
    ///
    /// A half that binary fractions put a hair below itself counts as a half.
    static func minorUnits(_ amount: Double) -> Int64 {
        let hair = min(amount.magnitude * 1e-13, 0.001)
        let rounded = (amount + (amount < 0 ? -hair : hair)).rounded(.toNearestOrAwayFromZero)
        return Int64(exactly: rounded) ?? (rounded < 0 ? .min : .max)
    }

    /// A ratio with four decimals.
    static func fourDecimals(_ ratio: Double) -> Double {
        (ratio * (1 + 1e-13) * 10_000).rounded(.toNearestOrAwayFromZero) / 10_000
    }
}
