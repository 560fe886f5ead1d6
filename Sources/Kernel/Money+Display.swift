extension Money {
    /// The amount as a sentence shows it: `$1,234.50`, `-$3.00`, `12.00 EUR`; always all decimals.
    public var display: String {
        let unit = (0..<currency.exponent).reduce(UInt64(1)) { power, _ in power * 10 }
        let (whole, fraction) = minor.magnitude.quotientAndRemainder(dividingBy: unit)
        var text = Self.grouped(whole)
        if currency.exponent > 0 {
            let digits = String(fraction)
            let zeros = String(repeating: "0", count: currency.exponent - digits.count)
            text += ".\(zeros)\(digits)"
        }
        let sign = minor < 0 ? "-" : ""
        return currency == .usd ? "\(sign)$\(text)" : "\(sign)\(text) \(currency.code)"
    }

    /// The number with a comma before every third digit.
    private static func grouped(_ number: UInt64) -> String {
        let digits = String(number)
        guard digits.utf8.count > 3 else { return digits }
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index) % 3 == 0 { grouped.append(",") }
            grouped.append(digit)
        }
        return grouped
    }
}
