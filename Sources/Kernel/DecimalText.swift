/// Exact conversion between decimal text and whole minor units.
public enum DecimalText {
    /// Digits kept behind the minor unit while reading; enough to see 0.000001 of a major unit.
    private static let guardDigits = 18

    /// Reads a decimal number as whole minor units.
    ///
    /// A number within 0.000001 of a multiple of the minor unit is that multiple, so what a binary
    /// fraction did to `19.99` on its way (`19.989999999999998`) is undone; any other fraction is
    /// refused. Grammar: JSON's number (RFC 8259, section 6).
    ///
    /// - Parameters:
    ///   - text: The number.
    ///   - exponent: Decimals of the minor unit, 0...4.
    ///   - range: What may come of it; an amount when nothing is said.
    /// - Returns: Whole minor units within `range`.
    /// - Throws: ``MoneyError`` `malformed`, `tooManyDecimals`, `outOfRange`.
    public static func minorUnits(
        _ text: some StringProtocol,
        exponent: Int,
        in range: ClosedRange<Int64> = -Limits.amountMinor...Limits.amountMinor
    ) throws(MoneyError) -> Int64 {
        precondition((0...4).contains(exponent), "minor units have 0 to 4 decimals")
        let number = try Scanned(text.utf8)
        let unit = power(of: 10, guardDigits)
        let scaled = try number.scaled(by: exponent + guardDigits)
        let tolerance = power(of: 10, guardDigits + exponent - 6)
        let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: unit)
        var minor = quotient
        if remainder > tolerance {
            guard unit - remainder <= tolerance else { throw .tooManyDecimals }
            minor += 1
        }
        let units = Int64(exactly: number.isNegative ? -minor : minor)
        guard let units, range.contains(units) else { throw .outOfRange }
        return units
    }

    /// Writes whole minor units in the shortest form: `25`, `25.5`, `25.55`; never an exponent.
    public static func text(minor: Int64, exponent: Int) -> String {
        precondition((0...4).contains(exponent), "minor units have 0 to 4 decimals")
        let unit = UInt64(power(of: 10, exponent))
        let (whole, fraction) = minor.magnitude.quotientAndRemainder(dividingBy: unit)
        let sign = minor < 0 ? "-" : ""
        guard fraction != 0 else { return "\(sign)\(whole)" }
        var digits = String(fraction)
        digits = String(repeating: "0", count: exponent - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }

    private static func power(of base: Int128, _ exponent: Int) -> Int128 {
        (0..<exponent).reduce(1) { power, _ in power * base }
    }
}

/// A decimal number taken apart: sign, significant digits, and where the point stands.
private struct Scanned {
    var isNegative = false
    /// Significant digits without leading zeros, most significant first.
    var digits: [UInt8] = []
    /// The value is `digits` times ten to this power.
    var power = 0

    init(_ text: some Sequence<UInt8>) throws(MoneyError) {
        var bytes = Array(text)[...]
        if bytes.first == UInt8(ascii: "-") {
            isNegative = true
            bytes = bytes.dropFirst()
        }
        try readWhole(&bytes)
        try readFraction(&bytes)
        try readExponent(&bytes)
        guard bytes.isEmpty else { throw .malformed }
        while digits.last == 0 {
            digits.removeLast()
            power += 1
        }
    }

    private mutating func readWhole(_ bytes: inout ArraySlice<UInt8>) throws(MoneyError) {
        let whole = Self.takeDigits(&bytes)
        guard !whole.isEmpty, whole.count == 1 || whole.first != 0 else { throw .malformed }
        digits = Array(whole.drop { $0 == 0 })
    }

    private mutating func readFraction(_ bytes: inout ArraySlice<UInt8>) throws(MoneyError) {
        guard bytes.first == UInt8(ascii: ".") else { return }
        bytes = bytes.dropFirst()
        let fraction = Self.takeDigits(&bytes)
        guard !fraction.isEmpty else { throw .malformed }
        power = -fraction.count
        digits += fraction
        digits = Array(digits.drop { $0 == 0 })
    }

    private mutating func readExponent(_ bytes: inout ArraySlice<UInt8>) throws(MoneyError) {
        guard let mark = bytes.first, mark | 0x20 == UInt8(ascii: "e") else { return }
        bytes = bytes.dropFirst()
        let sign = bytes.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let exponent = Self.takeDigits(&bytes)
        guard !exponent.isEmpty else { throw .malformed }
        let size = exponent.reduce(0) { min($0 * 10 + Int($1), 100_000) }
        power += sign == UInt8(ascii: "-") ? -size : size
    }

    private static func takeDigits(_ bytes: inout ArraySlice<UInt8>) -> [UInt8] {
        let run = bytes.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        bytes = bytes.dropFirst(run.count)
        return run.map { $0 - UInt8(ascii: "0") }
    }

    /// The magnitude times ten to `shift`, digits beyond that dropped.
    func scaled(by shift: Int) throws(MoneyError) -> Int128 {
        guard !digits.isEmpty else { return 0 }
        let places = digits.count + power + shift
        // Int64 has 19 digits; with 18 guard digits they fit in Int128.
        guard places <= 37 else { throw .outOfRange }
        guard places > 0 else { return 0 }
        var value: Int128 = 0
        for index in 0..<places {
            value = value * 10 + Int128(index < digits.count ? digits[index] : 0)
        }
        return value
    }
}
