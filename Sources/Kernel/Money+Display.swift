extension Money {
    /// The amount as a sentence shows it: `$1,234.50`, `-$3.00`, `12.00 EUR`; always all decimals.
    public var display: String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.displayBytes) { bytes in
            // From the last to the first.
            var start = bytes.endIndex
            func put(_ byte: UInt8) {
                start -= 1
                bytes[start] = byte
            }
            if currency != .usd {
                for letter in currency.code.utf8.reversed() { put(letter) }
                put(UInt8(ascii: " "))
            }
            var rest = minor.magnitude
            for _ in 0..<currency.exponent { put(Self.takeDigit(&rest)) }
            if currency.exponent > 0 { put(UInt8(ascii: ".")) }
            var digits = 0
            repeat {
                if digits > 0, digits % 3 == 0 { put(UInt8(ascii: ",")) }
                put(Self.takeDigit(&rest))
                digits += 1
            } while rest > 0
            if currency == .usd { put(UInt8(ascii: "$")) }
            if minor < 0 { put(UInt8(ascii: "-")) }
            return String(decoding: bytes[start...], as: UTF8.self)
        }
    }

    /// 20 digits, 6 commas, a point, a sign, and a currency of 4 bytes.
    private static let displayBytes = 32

    private static func takeDigit(_ number: inout UInt64) -> UInt8 {
        let (rest, digit) = number.quotientAndRemainder(dividingBy: 10)
        number = rest
        return UInt8(ascii: "0") + UInt8(digit)
    }
}
