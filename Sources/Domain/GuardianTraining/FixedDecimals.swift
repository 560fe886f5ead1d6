extension Double {
    /// The number with exactly that many decimals, such as `0.1400`, halves rounded away from zero.
    ///
    /// For reports; a number that is written for a program has all its digits.
    func fixed(_ decimals: Int) -> String {
        precondition(isFinite && abs(self) < 1e9, "a report's number is of a usual size")
        precondition((1...6).contains(decimals), "a report has one to six decimals")
        let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
        let scaled = Int((self * Double(unit)).rounded())
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(unit))
        let digits = String(fraction)
        let zeros = String(repeating: "0", count: decimals - digits.count)
        return "\(scaled < 0 ? "-" : "")\(whole).\(zeros)\(digits)"
    }
}
