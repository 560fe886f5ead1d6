import Kernel
import Testing

@Suite("Decimal text and minor units")
struct DecimalTextTests {
    @Test(
        "a number with the currency's decimals is read exactly",
        arguments: [
            ("0", 2, 0), ("-0", 2, 0), ("0.00", 2, 0), ("1", 2, 100), ("19.99", 2, 1_999),
            ("-19.99", 2, -1_999), ("0.1", 2, 10), ("0.30", 2, 30), ("25.5", 2, 2_550),
            ("1e2", 2, 10_000), ("1E+2", 2, 10_000), ("1.5e1", 2, 1_500), ("199900e-4", 2, 1_999),
            ("0e9", 2, 0), ("0.000e-7", 2, 0), ("25.5000000000000000000000", 2, 2_550),
            ("9999999999.99", 2, 999_999_999_999), ("10000000000", 2, 1_000_000_000_000),
            ("-10000000000.00", 2, -1_000_000_000_000), ("5", 0, 5), ("1e12", 0, 1_000_000_000_000),
            ("1.234", 3, 1_234), ("0.001", 3, 1), ("1.2345", 4, 12_345),
            ("100000000", 4, 1_000_000_000_000),
        ]
    )
    func exact(text: String, exponent: Int, minor: Int64) throws {
        #expect(try DecimalText.minorUnits(text, exponent: exponent) == minor)
    }

    @Test(
        "what a binary fraction did to a number on its way is undone",
        arguments: [
            ("19.989999999999998", 1_999), ("19.990000000000002", 1_999),
            ("0.30000000000000004", 30), ("0.1000000000000000055511151231257827", 10),
            ("1.0049999999999999e2", 10_050), ("-19.989999999999998", -1_999),
            ("0.9999999", 100), ("-0.9999999", -100), ("1.000001", 100), ("0.999999", 100),
            ("0.0000001", 0), ("-0.0000001", 0), ("1e-400", 0),
            ("9999999999.9999999", 1_000_000_000_000),
        ]
    )
    func healed(text: String, minor: Int64) throws {
        #expect(try DecimalText.minorUnits(text, exponent: 2) == minor)
    }

    @Test("the sum that binary fractions get wrong comes out right, through text")
    func sum() throws {
        #expect(try DecimalText.minorUnits("\(0.1 + 0.2)", exponent: 2) == 30)
        let cents = (0...20_000).filter { cents in
            let text = "\(Double(cents) / 100 + 0.1 - 0.1)"
            return (try? DecimalText.minorUnits(text, exponent: 2)) != Int64(cents)
        }
        #expect(cents == [])
    }

    @Test(
        "more decimals than the currency has are refused",
        arguments: [
            ("10.005", 2), ("0.015", 2), ("1.999", 2), ("1.00001", 2), ("1.0000011", 2),
            ("0.9999989", 2), ("-10.005", 2), ("1e-3", 2), ("0.5", 0), ("19.99", 0), ("1.2345", 3),
            ("1.23456", 4),
        ]
    )
    func tooManyDecimals(text: String, exponent: Int) {
        #expect(throws: MoneyError.tooManyDecimals) {
            try DecimalText.minorUnits(text, exponent: exponent)
        }
    }

    @Test(
        "what is no JSON number is refused",
        arguments: [
            "", "-", "1.", ".5", "-.5", "01", "-01", "00", "+1", "1e", "1e+", "e5", "1e5.0",
            "1.5.2",
            "NaN", "Infinity", "-inf", "0x10", "1_000", "1,000", "1 000", " 1", "1 ", "1\n", "--1",
            "٣", "１", "1e٣", "19.99€", "\"5\"", "null", "1\u{0}",
        ]
    )
    func malformed(text: String) {
        #expect(throws: MoneyError.malformed) { try DecimalText.minorUnits(text, exponent: 2) }
    }

    @Test(
        "more than the largest amount is refused and never wraps",
        arguments: [
            ("10000000000.01", 2), ("-10000000000.01", 2), ("1e999", 2), ("-1e999", 2),
            ("1e99999999999999999999999", 2), ("92233720368547758.08", 2),
            ("184467440737095516.16", 2), ("1e12", 1), ("1000000000001", 0),
            (String(repeating: "9", count: 400), 2), ("1" + String(repeating: "0", count: 400), 0),
            ("9999999999.9999999", 3),
        ]
    )
    func outOfRange(text: String, exponent: Int) {
        #expect(throws: MoneyError.outOfRange) {
            try DecimalText.minorUnits(text, exponent: exponent)
        }
    }

    @Test("a number too large is refused whatever its length", arguments: 0...4)
    func everyLength(exponent: Int) {
        for count in 14...60 {
            for text in [String(repeating: "9", count: count), "9e\(count)", "0.9e\(count)"] {
                #expect(throws: MoneyError.outOfRange, "\(text)") {
                    try DecimalText.minorUnits(text, exponent: exponent)
                }
            }
        }
    }

    @Test(
        "a sum is read to the last unit that is kept of one, and no further",
        arguments: [
            ("92233720368547758.07", 2, .max), ("-92233720368547758.08", 2, .min),
            ("92233720368547758.08", 2, nil), ("-92233720368547758.09", 2, nil),
            ("9223372036854775807", 0, .max), ("9223372036854775808", 0, nil),
            ("922337203685477.5807", 4, .max), ("-922337203685477.5808", 4, .min),
            ("922337203685477.5808", 4, nil), ("10000000000.01", 2, 1_000_000_000_001),
            ("99999999999999999.99", 2, nil), ("1e999", 2, nil),
        ] as [(String, Int, Int64?)]
    )
    func sums(text: String, exponent: Int, minor: Int64?) {
        let read = try? DecimalText.minorUnits(text, exponent: exponent, in: Limits.sumMinor)
        #expect(read == minor)
    }

    @Test("four hundred digits behind the point are read as what they are")
    func longFractions() throws {
        let zeros = String(repeating: "0", count: 397)
        #expect(try DecimalText.minorUnits("1.\(zeros)1", exponent: 2) == 100)
        #expect(throws: MoneyError.tooManyDecimals) {
            try DecimalText.minorUnits("1.005\(zeros)", exponent: 2)
        }
    }

    @Test(
        "minor units are written in the shortest form",
        arguments: [
            (0, 2, "0"), (1, 2, "0.01"), (10, 2, "0.1"), (100, 2, "1"), (2_500, 2, "25"),
            (2_550, 2, "25.5"), (2_555, 2, "25.55"), (-5, 2, "-0.05"), (-2_500, 2, "-25"),
            (5, 0, "5"), (-5, 0, "-5"), (1_001, 3, "1.001"), (1_010, 3, "1.01"), (1, 4, "0.0001"),
            (1_000_000_000_000, 2, "10000000000"), (.max, 2, "92233720368547758.07"),
            (.min, 2, "-92233720368547758.08"), (.min, 0, "-9223372036854775808"),
        ] as [(Int64, Int, String)]
    )
    func shortest(minor: Int64, exponent: Int, text: String) {
        #expect(DecimalText.text(minor: minor, exponent: exponent) == text)
    }

    @Test("what is written is read back", arguments: 0...4)
    func roundTrip(exponent: Int) throws {
        var minor: Int64 = 1
        while minor <= Limits.amountMinor {
            for value in [minor, -minor, minor - 1, minor * 7 % Limits.amountMinor] {
                let text = DecimalText.text(minor: value, exponent: exponent)
                #expect(try DecimalText.minorUnits(text, exponent: exponent) == value)
            }
            minor *= 3
        }
    }
}
