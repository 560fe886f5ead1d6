import Kernel
import Testing

@Suite("Money")
struct MoneyTests {
    @Test(
        "a currency has the decimals of its minor unit",
        arguments: [("USD", 2), ("usd", 2), ("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4)]
    )
    func exponents(code: String, exponent: Int) throws {
        let currency = try #require(Currency(code: code))
        #expect(currency.exponent == exponent)
        #expect(currency.code == code.uppercased())
    }

    @Test("a code that nobody issues is no currency", arguments: ["", "US", "USDX", "XXX", "ABC"])
    func unknownCurrency(code: String) {
        #expect(Currency(code: code) == nil)
    }

    @Test("decimal text is read with the currency's decimals and no more")
    func decimals() throws {
        let yen = try #require(Currency(code: "JPY"))
        let dinar = try #require(Currency(code: "KWD"))
        #expect(try Money(decimal: "5", currency: yen).minor == 5)
        #expect(try Money(decimal: "1.234", currency: dinar).minor == 1_234)
        #expect(throws: MoneyError.tooManyDecimals) { try Money(decimal: "1.234", currency: .usd) }
        #expect(throws: MoneyError.tooManyDecimals) { try Money(decimal: "1.2", currency: yen) }
        #expect(try Money(decimal: "25.50", currency: .usd).decimalText == "25.5")
    }

    @Test("adding and subtracting are exact")
    func arithmetic() throws {
        let ten = try Money(decimal: "0.1", currency: .usd)
        let twenty = try Money(decimal: "0.2", currency: .usd)
        #expect(try ten.adding(twenty).decimalText == "0.3")
        #expect(try ten.subtracting(twenty).decimalText == "-0.1")
        #expect(try ten.negated().minor == -10)
    }

    @Test("what does not fit in 64 bits is refused and never wraps")
    func overflow() {
        let most = Money(minor: .max, currency: .usd)
        let least = Money(minor: .min, currency: .usd)
        let one = Money(minor: 1, currency: .usd)
        #expect(throws: MoneyError.overflow) { try most.adding(one) }
        #expect(throws: MoneyError.overflow) { try least.subtracting(one) }
        #expect(throws: MoneyError.overflow) { try least.adding(least) }
        #expect(throws: MoneyError.overflow) { try least.negated() }
    }

    @Test("amounts of two currencies do not mix")
    func mismatch() throws {
        let dollar = Money(minor: 1, currency: .usd)
        let euro = Money(minor: 1, currency: try #require(Currency(code: "EUR")))
        #expect(throws: MoneyError.currencyMismatch) { try dollar.adding(euro) }
        #expect(throws: MoneyError.currencyMismatch) { try dollar.subtracting(euro) }
        #expect(dollar != euro)
    }

    @Test(
        "is shown with every decimal, a comma for every thousand, and its sign",
        arguments: [
            (0, "USD", "$0.00"), (5, "USD", "$0.05"), (123_450, "USD", "$1,234.50"),
            (-300, "USD", "-$3.00"), (99_999, "USD", "$999.99"), (100_000, "USD", "$1,000.00"),
            (1_200, "EUR", "12.00 EUR"), (-1_234_567, "JPY", "-1,234,567 JPY"), (0, "JPY", "0 JPY"),
            (1_234_567, "KWD", "1,234.567 KWD"), (7, "CLF", "0.0007 CLF"),
            (.max, "USD", "$92,233,720,368,547,758.07"),
            (.min, "USD", "-$92,233,720,368,547,758.08"),
        ] as [(Int64, String, String)]
    )
    func display(minor: Int64, code: String, shown: String) throws {
        let currency = try #require(Currency(code: code))
        #expect(Money(minor: minor, currency: currency).display == shown)
    }
}
