import Kernel

extension Currency {
    /// Minor units of a whole number of major ones.
    func minor(ofMajor major: Int64) -> Int128 {
        (0..<exponent).reduce(Int128(major)) { minor, _ in minor * 10 }
    }
}
