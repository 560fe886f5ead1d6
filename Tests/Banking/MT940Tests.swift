import Banking
import Kernel
import Testing

@Suite("MT940 files")
struct MT940Tests {
    @Test("are read with account, rows and balances; reversals are the other way round")
    func whole() {
        #expect(
            Samples.mt940.told() == [
                "statement other EUR bank 12030000 number 202051",
                "6 2025-08-01 -112.5 EUR Brot und Broetchen 2 bis Ende August (Baeckerei Mueller)",
                "9 2024-12-31 -20 EUR Beitrag 1/2 (Verein e.V.)",
                "11 2025-08-03 7.5 EUR Rueckgabe",
                "ended opening 100 on 2025-07-31, closing -25 on 2025-08-31, "
                    + "available 75 on 2025-08-31",
            ]
        )
    }

    @Test("may have pages, plain details, and other lines around")
    func plain() {
        #expect(
            Samples.plainMT940.told() == [
                "statement other EUR iban NL91ABNA0417164300",
                "7 2025-01-02 1000 EUR SALARY OF JANUARY ACME INC",
                "ended opening 0 on 2025-01-01, closing 1000 on 2025-01-02",
                "statement other EUR iban NL91ABNA0417164300", "16 2025-01-03 -0.07 EUR Interest",
                "ended opening 1000 on 2025-01-02, closing 999.93 on 2025-01-03",
            ]
        )
    }

    @Test("tell the day of booking by the year that brings it nearest to the value's day")
    func years() throws {
        func day(_ row: String) throws -> String? {
            let text = ":20:1\n:60F:C250101EUR0,\n:61:\(row)\n:62F:C250101EUR0,\n"
            return try TestFile("", text).rows().first?.day.text
        }
        #expect(try day("2501021231C1,NTRF") == "2024-12-31")
        #expect(try day("2412310102C1,NTRF") == "2025-01-02")
        #expect(try day("2402280229C1,NTRF") == "2024-02-29")
        #expect(try day("250601C1,NTRF") == "2025-06-01")
    }

    @Test(
        "have problems of rows, and go on behind them",
        arguments: [
            ("25080108011,00NTRF", "The row is no credit and no debit."),
            ("2508320801C1,00NTRF", "There is no such day in the calendar."),
            ("xxxxxx", "There is no day."), ("2508010801CabcNTRF", "The amount is no number."),
            ("2508010801C1,005NTRF", "The amount has more decimals than its currency."),
            (
                "2508010801C" + String(repeating: "9", count: 40) + ",NTRF",
                "The amount is too large."
            ),
        ]
    )
    func problems(row: String, reason: String) {
        let text = """
            :20:1
            :60F:C250731EUR0,
            :61:\(row)
            :86:of no row
            :61:2508010801C1,00NTRF
            :86:good
            :62F:C250801EUR1,
            """
        let told = TestFile("", text).told()
        // What has a beginning has its end, whatever the first row is.
        #expect(told.contains("problem 3: \(reason)"))
        #expect(told.contains("5 2025-08-01 1 EUR good") && told.count == 4)
    }

    @Test(
        "that are cut off or unclear are refused",
        arguments: [
            (
                ":20:1\n:25:1\n:60F:C250101EUR0,\n:61:2501010101C1,NTRF\n",
                "malformed 5: A statement does not end with its closing balance; it is cut off."
            ),
            (
                ":20:1\n:25:1\n:61:2501010101C1,NTRF\n:62F:C250101EUR0,\n",
                "malformed 3: A row stands before the opening balance."
            ),
            (
                ":20:1\n:25:1\n:60F:X250101EUR0,\n",
                "malformed 3: A balance is no credit and no debit."
            ),
            (
                ":20:1\n:25:1\n:60F:C250101XXZ0,\n",
                "malformed 3: The statement's currency is not known."
            ),
            (
                ":20:1\n:60F:C250101EUR0,\n:62F:C250101USD0,\n",
                "malformed 3: The statement has balances of two currencies."
            ),
            (
                ":20:1\n:60F:C000101EUR0,\n:86:" + String(repeating: "x\n", count: 200),
                "malformed 103: A field is too long."
            ),
        ]
    )
    func refusals(text: String, told: String) {
        #expect(TestFile("", text).told() == [told])
    }
}
