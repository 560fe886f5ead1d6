import Banking
import Kernel
import Testing

@Suite("OFX files")
struct OFXTests {
    @Test("are read with account, rows and balances")
    func whole() {
        #expect(
            Samples.ofx.told() == [
                "statement checking USD at First Bank bank 021000021 number 123456789",
                "16 2025-08-01 -12.34 BLUE BOTTLE COFFEE SEATTLE WA (BLUE BOTTLE COFFEE) #A1",
                "24 2025-08-02 2500 Acme & Co Salary (Acme & Co) #A2",
                "ended closing 1000.5 on 2025-08-10, available 900.5 on 2025-08-10",
            ]
        )
    }

    @Test("that banks got wrong are read where the meaning is clear")
    func wild() {
        #expect(
            Samples.wildOFX.told().dropFirst() == [
                "6 2025-08-03 -1234.5 Check 1042", "7 2025-08-04 0.07 Interest",
                "8 2025-08-05 -5 AT&T a < b 5 > 4 (AT&T a < b)",
                "10 2025-08-06 -1.1 Kiosk (payee)",
                "ended closing 1000.5 on 2025-08-10, available 900.5 on 2025-08-10",
            ]
        )
    }

    @Test("may hold several statements, and rows of another currency")
    func several() {
        #expect(
            Samples.twoStatements.told() == [
                "statement savings EUR bank 10010010 branch 7 number 42", "ended",
                "statement creditCard USD number 4111XXXX", "5 2025-08-01 -20 Books (payee) #C1",
                "6 2025-08-02 50 EUR Payment (payee) #C2", "ended closing -1847.23 on 2025-08-10",
            ]
        )
    }

    @Test("of version 2 are XML, with rows that are pending")
    func xml() {
        #expect(
            Samples.ofx2.told() == [
                "statement checking USD at Zweite Bank bank 1 number 9",
                "8 2025-08-01 -9.99 Café & Bar (payee) #X1",
                "11 2025-08-02 -3 Bakery (payee) pending", "ended closing 10.01 on 2025-08-01",
            ]
        )
    }

    @Test(
        "have problems of rows, and go on behind them",
        arguments: [
            ("<DTPOSTED>20250801<NAME>a", "The row has no amount."),
            ("<TRNAMT>1<NAME>a", "The row has no day."),
            ("<DTPOSTED>20250801<TRNAMT>abc", "The amount is no number."),
            ("<DTPOSTED>20250801<TRNAMT>1.234", "The amount has more decimals than its currency."),
            ("<DTPOSTED>20250801<TRNAMT>1<TRNAMT>2", "The row has two amounts."),
            ("<DTPOSTED>00000101<TRNAMT>1", "The year is not between 1900 and 2199."),
            ("<DTPOSTED>99991231<TRNAMT>1", "The year is not between 1900 and 2199."),
            ("<DTPOSTED>20250230<TRNAMT>1", "There is no such day in the calendar."),
            (
                "<DTPOSTED>20250801<TRNAMT>1<CURRENCY><CURSYM>XXZ</CURRENCY>",
                "The row's currency is not known."
            ),
            (
                "<DTPOSTED>20250801<TRNAMT>1<FITID>" + String(repeating: "x", count: 256),
                "An id is too long."
            ),
            (
                "<DTPOSTED>20250801<TRNAMT>1<MEMO>" + String(repeating: "x", count: 5_000),
                "The value of MEMO is too long."
            ),
            (
                "<DTPOSTED>20250801<TRNAMT>" + String(repeating: "9", count: 40),
                "The amount is too large."
            ),
        ]
    )
    func problems(row: String, reason: String) {
        let good = "<STMTTRN><DTPOSTED>20250801<TRNAMT>1<NAME>good</STMTTRN>"
        let file = TestFile("", Samples.ofx1("<STMTTRN>\(row)</STMTTRN>\n" + good))
        let told = file.told()
        #expect(told.dropFirst().first == "problem 16: \(reason)")
        #expect(told.dropFirst(2).first == "17 2025-08-01 1 good (payee)")
    }

    @Test(
        "that are cut off or hold no statement are refused",
        arguments: [
            (
                Samples.ofx1("<STMTTRN><DTPOSTED>20250801").replacing("</OFX>", with: ""),
                "malformed 20: The file is cut off."
            ),
            (
                "<OFX><BANKMSGSRSV1></BANKMSGSRSV1></OFX>",
                "malformed 1: The file has no statement of a bank or a card."
            ),
            (String(Samples.ofx1("").prefix(600)), "malformed 19: The file is cut off."),
        ]
    )
    func refusals(text: String, told: String) {
        #expect(TestFile("", text).told() == [told])
    }
}
