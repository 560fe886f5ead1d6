/// Exponential and logarithm made of the operations that IEEE 754 fixes to the last bit.
///
/// A score decides about money and is replayed later, and the model's file must come out the same
/// on every machine. The mathematics library of a system may differ from another one's in the last
/// digit; addition, multiplication, division and square root may not. Both functions stay within
/// two units in the last place of the exact value.
package enum PortableMath {
    /// e to the power of x; infinity above 709.78, 0 below -745.13.
    package static func exp(_ x: Double) -> Double {
        guard x < 709.78 else { return .infinity }
        guard x > -745.13 else { return 0 }
        // x = powers × ln 2 + rest, |rest| <= 0.35: fourteen terms of the series are enough.
        let powers = (x * 1.442_695_040_888_963_4).rounded()
        let rest = (x - powers * ln2High) - powers * ln2Low
        var sum = 1.0
        var term = 14.0
        while term > 0 {
            sum = 1 + rest * sum / term
            term -= 1
        }
        return Double(sign: .plus, exponent: Int(powers), significand: sum)
    }

    /// The natural logarithm of a finite number above 0.
    package static func log(_ x: Double) -> Double {
        precondition(x > 0 && x.isFinite, "a logarithm is of a number above 0")
        var power = Double(x.exponent)
        var mantissa = x.significand
        if mantissa > 1.414_213_562_373_095_1 {
            mantissa /= 2
            power += 1
        }
        // ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m - 1) / (m + 1), |s| <= 0.172.
        let ratio = (mantissa - 1) / (mantissa + 1)
        let square = ratio * ratio
        var sum = 0.0
        var odd = 25.0
        while odd > 1 {
            sum = square * (1 / odd + sum)
            odd -= 2
        }
        return power * ln2High + (power * ln2Low + 2 * (ratio + ratio * sum))
    }

    /// The probability with the given log-odds: 1 / (1 + exp(-x)).
    package static func logistic(_ logit: Double) -> Double {
        if logit >= 0 { return 1 / (1 + exp(-logit)) }
        let odds = exp(logit)
        return odds / (1 + odds)
    }

    /// The log-odds of a probability above 0 and below 1.
    package static func logit(_ probability: Double) -> Double {
        log(probability / (1 - probability))
    }

    /// ln 2 in two parts; a whole number of up to eleven bits times the first is exact.
    private static let ln2High = 6.931_471_803_691_238_164_90e-01
    private static let ln2Low = 1.908_214_929_270_587_700_02e-10
}
