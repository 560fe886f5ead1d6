import Banking
import Kernel
import Testing

@Suite("CSV files")
struct CSVTests {
    @Test("are read by the names in their header")
    func named() throws {
        #expect(
            Samples.csv.told() == [
                "statement other USD",
                "2 2025-08-02 -12.34 BLUE BOTTLE, SEATTLE [Food & Drink] #T1 =1087.66",
                "3 2025-08-04 1500 He said \"hi\" twice #T2 =2587.66",
                "5 2025-08-31 -3 =1+2 #T3 =2584.66", "ended closing 2584.66 on 2025-08-31",
            ]
        )
        let mapping = try Samples.csv.plan().mapping
        #expect(mapping?.date == .name("Post Date") && mapping?.dateFormat == "MM/DD/YYYY")
        #expect(mapping?.decimal == .point && mapping?.delimiter == ",")
    }

    @Test("may have a preamble, another encoding, semicolons and decimal commas")
    func german() {
        #expect(
            Samples.germanCSV.told() == [
                "statement other USD", "4 2025-08-01 -1234.5 EUR Brötchen (Bäckerei)",
                "5 2025-08-02 7 EUR Steuer (Amt)", "ended",
            ]
        )
    }

    @Test("may have debits and credits, the newest row first")
    func debits() {
        #expect(
            Samples.debitCSV.told() == [
                "statement other USD", "2 2025-08-03 -900 Rent =100",
                "3 2025-08-02 1000 Salary =1000", "ended closing 100 on 2025-08-03",
            ]
        )
    }

    @Test("without a header are read by what their cells hold")
    func bare() throws {
        #expect(
            Samples.bareCSV.told() == [
                "statement other USD", "1 2025-08-13 -4.5 BLUE BOTTLE COFFEE",
                "2 2025-08-14 100 PAYROLL", "ended",
            ]
        )
        let mapping = try Samples.bareCSV.plan().mapping
        #expect(mapping?.date == .number(1) && mapping?.description == .number(5))
    }

    @Test("are read by a mapping that is given, which may leave days and decimals open")
    func given() throws {
        var file = TestFile("", "when|what|how much\n31/12/2025|a|1.234,5\n01/02/2025|b|-2\n")
        file.mapping = CSVMapping(
            date: .name(" WHEN "),
            amount: .number(3),
            description: .name("what"),
            negate: true
        )
        #expect(
            file.told() == [
                "statement other USD", "2 2025-12-31 -1234.5 a", "3 2025-02-01 2 b", "ended",
            ]
        )
        #expect(try file.plan().mapping?.dateFormat == "DD/MM/YYYY")
    }

    @Test(
        "have problems of rows, and go on behind them",
        arguments: [
            ("abc,1.00,x", "There is no day."), ("2025-08-01,abc,x", "The amount is no number."),
            ("2025-08-01,,x", "The row has no amount."), ("2025-08-01", "The row has no amount."),
            ("0000-01-01,1,x", "The year is not between 1900 and 2199."),
            ("9999-12-31,1,x", "The year is not between 1900 and 2199."),
            ("2025-02-30,1,x", "There is no such day in the calendar."),
            ("2025-08-01,1.005,x", "The amount has more decimals than its currency."),
            ("2025-08-01,=1+1,x", "The amount is no number."),
            ("2025-08-01,1E5,x", "The amount is no number."),
            ("2025-08-01,--1,x", "The amount is no number."),
            ("2025-08-01,\"1,23\",x", "The amount is no number."),
            ("2025-08-01,10000000000.01,x", "The amount is too large."),
            ("2025-08-01,\"1\"2,x", "A cell goes on behind its closing quote."),
            ("2025-08-01,1," + String(repeating: "x", count: 4_097), "A cell is too long."),
            (
                "2025-08-01,1,e" + String(repeating: "\u{301}", count: 31),
                "A text has too many combining marks."
            ),
        ]
    )
    func problems(row: String, reason: String) {
        let text = "Date,Amount,Description\n2025-08-01,1.00,a\n\(row)\n2025-08-02,2.00,b\n"
        #expect(
            TestFile("", text).told() == [
                "statement other USD", "2 2025-08-01 1 a", "problem 3: \(reason)",
                "4 2025-08-02 2 b", "ended",
            ]
        )
    }

    @Test(
        "have amounts however they are written",
        arguments: [
            ("1234.50", "1234.5"), ("\"1,234.50\"", "1234.5"), ("-$5.00", "-5"), ("$-5.00", "-5"),
            ("(5.00)", "-5"), ("5.00-", "-5"), ("+5.00", "5"), ("\u{2212}5.00", "-5"),
            ("5.00 CR", "5"), ("5.00 DR", "-5"), ("5.00DB", "-5"), ("USD 5.00", "5"),
            ("5.00 EUR", "5"), ("€5.00", "5"), ("1'234.50", "1234.5"), ("1 234.50", "1234.5"),
            ("1\u{A0}234.50", "1234.5"), ("1\u{202F}234.50", "1234.5"), (".5", "0.5"),
            ("5.", "5"), ("0012.30", "12.3"), ("12.3400000", "12.34"),
            ("19.989999999999998", "19.99"), ("\"12,34,567.00\"", "1234567"), ("0.00", "0"),
            ("-0", "0"), ("\"=\"\"5.00\"\"\"", "5"), ("10000000000.00", "10000000000"),
        ]
    )
    func amounts(written: String, told: String) throws {
        let text = "Date,Amount,Description\n2025-08-01,1.00,a\n2025-08-01,\(written),b\n"
        #expect(try TestFile("", text).rows().last?.amount.decimalText == told)
    }

    @Test(
        "have days however they are written",
        arguments: [
            ("2025-08-01", "2025-08-01"), ("2025/8/1", "2025-08-01"), ("20250801", "2025-08-01"),
            ("2025-08-01 23:59:59", "2025-08-01"), ("2025-08-01T23:59:59-05:00", "2025-08-01"),
            ("31/08/25", "2025-08-31"), ("31.08.2025", "2025-08-31"), ("31-8-1999", "1999-08-31"),
            ("31/08/99", "1999-08-31"), ("31082025", "2025-08-31"), ("1 Aug 2025", "2025-08-01"),
            ("\"Aug 1, 2025\"", "2025-08-01"), ("01-AUG-25", "2025-08-01"),
            ("\"Fri, 1 August 2025\"", "2025-08-01"), ("08/31/2025 11:30 PM", "2025-08-31"),
        ]
    )
    func days(written: String, told: String) throws {
        let text = "Date,Amount,Description\n\(written),1.00,a\n"
        #expect(try TestFile("", text).rows().map(\.day.text) == [told])
    }

    @Test("with a quote or a row that does not end are refused with its line")
    func endless() {
        let header = "Date,Amount,Description\n2025-08-01,1.00,a\n"
        let long = String(repeating: "x", count: 70_000)
        #expect(
            TestFile("", header + "2025-08-02,1.00,\"b\nc\n").told() == [
                "malformed 3: A quoted cell does not end."
            ]
        )
        let tooLong = "malformed 3: A row is too long, or a quote does not end."
        #expect(TestFile("", header + "2025-08-02,1.00,\"b" + long).told() == [tooLong])
        #expect(TestFile("", header + "2025-08-02,1.00," + long).told() == [tooLong])
        let cells = String(repeating: ",", count: 300)
        #expect(
            TestFile("", header + "2025-08-02" + cells).told() == [
                "malformed 3: A row has too many cells."
            ]
        )
    }
}
