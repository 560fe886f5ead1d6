public import Kernel

/// Rewards count in hundredths of the household's currency, whatever its smallest unit is.
extension Currency {
    /// An amount in hundredths, rounded towards zero.
    public func hundredths(ofMinor minor: Int64) -> Int64 {
        let (factor, divisor) = ratio
        return minor * factor / divisor
    }

    /// An amount of hundredths in the smallest unit, rounded towards zero.
    public func minor(ofHundredths hundredths: Int64) -> Int64 {
        let (factor, divisor) = ratio
        return hundredths * divisor / factor
    }

    /// By what the smallest unit is multiplied, and divided.
    private var ratio: (factor: Int64, divisor: Int64) {
        switch exponent {
        case 0: (100, 1)
        case 1: (10, 1)
        case 2: (1, 1)
        case 3: (1, 10)
        default: (1, 100)
        }
    }
}
