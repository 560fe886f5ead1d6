extension Money {
    /// The amount as a sentence shows it: `$1,234.50`, `-$3.00`, `12.00 EUR`; always all decimals.
    public var display: String {
        // From the last digit to the first, and turned round at the end.
        var reversed: [UInt8] = []
        reversed.reserveCapacity(32)
        if currency != .usd {
            reversed.append(contentsOf: currency.code.utf8.reversed())
            reversed.append(UInt8(ascii: " "))
        }
        var rest = minor.magnitude
        for _ in 0..<currency.exponent { reversed.append(Self.takeDigit(&rest)) }
        if currency.exponent > 0 { reversed.append(UInt8(ascii: ".")) }
        var digits = 0
        repeat {
            if digits > 0, digits % 3 == 0 { reversed.append(UInt8(ascii: ",")) }
            reversed.append(Self.takeDigit(&rest))
            digits += 1
        } while rest > 0
        if currency == .usd { reversed.append(UInt8(ascii: "$")) }
        if minor < 0 { reversed.append(UInt8(ascii: "-")) }
        reversed.reverse()
        return String(decoding: reversed, as: UTF8.self)
    }

    private static func takeDigit(_ number: inout UInt64) -> UInt8 {
        let (rest, digit) = number.quotientAndRemainder(dividingBy: 10)
        number = rest
        return UInt8(ascii: "0") + UInt8(digit)
    }
}
