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
        #expect(try minor("5", yen) == 5)
        #expect(try minor("1.234", dinar) == 1_234)
        #expect(throws: MoneyError.tooManyDecimals) { try minor("1.234", .usd) }
        #expect(throws: MoneyError.tooManyDecimals) { try minor("1.2", yen) }
        let amount = Money(minor: try minor("25.50", .usd), currency: .usd)
        #expect(amount.decimalText == "25.5")
        let euro = try #require(Currency(code: "EUR"))
        #expect(amount != Money(minor: amount.minor, currency: euro))
    }

    private func minor(_ text: String, _ currency: Currency) throws(MoneyError) -> Int64 {
        try DecimalText.minorUnits(text, exponent: currency.exponent)
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
