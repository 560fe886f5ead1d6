import Kernel
import Ledger
import Testing

@testable import Banking

@Suite("A journal's texts")
struct JournalTests {
    @Test(
        "names have no parts, no comments and no two spaces",
        arguments: [
            ("Checking", "Checking"), ("A:b", "A：b"), ("a ;b", "a ；b"), ("a  b", "a b"),
            (" \u{A0}\ta\u{3000}\u{A0}b\n", "a b"), ("a\u{0}b", "a b"), ("", "unnamed"),
            (" \u{2028}", "unnamed"), ("Größe 日本", "Größe 日本"),
        ]
    )
    func names(text: String, name: String) {
        #expect(JournalText.name(text) == name)
    }

    @Test(
        "descriptions are neither codes nor comments",
        arguments: [
            ("Aldi", "Aldi"), ("(1) Aldi", "() (1) Aldi"), ("Aldi; Nord", "Aldi； Nord"),
            ("Aldi | Nord", "Aldi ｜ Nord"), ("a\r\n2025-01-01 b", "a 2025-01-01 b"), ("", ""),
        ]
    )
    func descriptions(text: String, description: String) {
        #expect(JournalText.description(text) == description)
    }

    @Test(
        "amounts have all decimals of their currency",
        arguments: [
            (0, "USD", "0.00 USD"), (-5, "USD", "-0.05 USD"),
            (123_456_789, "USD", "1234567.89 USD"),
            (7, "JPY", "7 JPY"), (-1_234, "JPY", "-1234 JPY"), (7, "KWD", "0.007 KWD"),
            (-12_340, "KWD", "-12.340 KWD"), (1, "CLF", "0.0001 CLF"),
        ] as [(Int64, String, String)]
    )
    func amounts(minor: Int64, code: String, text: String) throws {
        let currency = try #require(Currency(code: code))
        #expect(JournalText.amount(minor, currency) == text)
    }

    @Test("a currency is declared with the point before its decimals, also where it has none")
    func commodities() throws {
        #expect(JournalText.commodity(.usd) == "commodity 1000.00 USD\n")
        let yen = try #require(Currency(code: "JPY"))
        #expect(JournalText.commodity(yen) == "commodity 1000. JPY\n")
    }

    @Test("accounts of one name stay two, and the older keeps its name")
    func equalNames() {
        let names = ["Visa", "Visa", "Visa (2)", "a  b", "a b"]
        let accounts = JournalAccount.named(
            names.enumerated().map { index, name in
                let number = Int64(index + 1)
                let id = ID<Entity.Account>(RawID(high: 1, low: UInt64(number)))
                return (id, Serial(number), .card, .usd, name)
            }
        )
        #expect(
            accounts.map(\.name) == [
                "liabilities:card:Visa", "liabilities:card:Visa (2)",
                "liabilities:card:Visa (2) (3)", "liabilities:card:a b",
                "liabilities:card:a b (5)",
            ]
        )
        #expect(accounts[0].declaration.hasSuffix("  ; uuid: \(accounts[0].id.text), id: 1\n"))
    }

    @Test("a transaction has its mark, its tags and what is to be checked")
    func transaction() {
        let day = CivilDay(dayNumber: 20_320)
        let transaction = JournalTransaction(
            day,
            "! Aldi",
            tags: [("uuid", "1"), ("pending", "2")],
            [
                .init("assets:bank:A", -500, .usd, balanceMinor: 250),
                .init("expenses:Food", 500, .usd),
            ]
        )
        let text = """

            \(day.text) * ! Aldi
                ; uuid: 1, pending: 2
                assets:bank:A  -5.00 USD = 2.50 USD
                expenses:Food  5.00 USD

            """
        #expect(transaction.text == text)
    }
}
