import Banking
import Kernel
import Testing

@Suite("How a CSV file is written")
struct CSVDetectionTests {
    private static let header = "Date,Amount,Description\n"

    @Test("a column of ids that has one twice is none")
    func equalIDs() throws {
        let head = "Date,Amount,Description,Transaction ID\n"
        let rows = "2025-08-01,1.00,a,T1\n2025-08-02,2.00,b,"
        #expect(
            try TestFile("", head + rows + "T2\n").rows().map(\.providerID) == ["T1", "T2"]
        )
        #expect(try TestFile("", head + rows + "T1\n").rows().map(\.providerID) == [nil, nil])
    }

    @Test("day and month that cannot be told apart are refused with such a day")
    func ambiguous() {
        let text = Self.header + "01/02/2025,1.00,a\n02/03/2025,2.00,b\n"
        guard case .mapping(let refusal) = TestFile("", text).refusal else {
            Issue.record("the file is not refused")
            return
        }
        #expect(refusal.reason.contains("01/02/2025"))
        #expect(refusal.columns == ["Date", "Amount", "Description"])
    }

    @Test(
        "one day tells the order for all, wherever it stands",
        arguments: [
            ("13/02/2025", "2025-02-01"), ("02/13/2025", "2025-01-02"),
            ("2025-02-13", nil), ("02.01.2025", nil),
        ]
    )
    func order(day: String, first: String?) throws {
        let text = Self.header + "01/02/2025,1.00,a\n\(day),2.00,b\n"
        let file = TestFile("", text)
        guard let first else { return }
        #expect(try file.rows().first?.day.text == first)
    }

    @Test("a day far behind the head tells the order, in pieces of any length", arguments: [1, 99])
    func far(length: Int) throws {
        let rows = String(repeating: "01/02/2025,1.00,a text that fills the file\n", count: 3_000)
        let file = TestFile("", Self.header + rows + "31/01/2025,1.00,b\n")
        #expect(file.bytes.count > Limits.bankFileHeadBytes)
        #expect(try file.plan(pieces: [length]).mapping?.dateFormat == "DD/MM/YYYY")
        #expect(try file.rows().count == 3_001)
    }

    @Test("points between the numbers mean that the day is first, unless a day says otherwise")
    func points() throws {
        #expect(
            try TestFile("", Self.header + "01.02.2025,1.00,a\n").rows().map(\.day.text) == [
                "2025-02-01"
            ]
        )
        #expect(
            try TestFile("", Self.header + "01.02.2025,1.00,a\n01.31.2025,1.00,a\n").rows()
                .map(\.day.text) == ["2025-01-02", "2025-01-31"]
        )
    }

    @Test(
        "the mark before decimals is told by amounts",
        arguments: [
            ("1.234,56", "1234.56"), ("1,234.56", "1234.56"), ("12,5", "12.5"), ("1,234", "1234"),
            ("1.234", "1234"), ("1.234.567", "1234567"), ("12", "12"),
        ]
    )
    func decimals(written: String, told: String) throws {
        let text = "Date;Amount;Description\n2025-08-01;\(written);a\n"
        #expect(try TestFile("", text).rows().map(\.amount.decimalText) == [told])
    }

    @Test(
        "what cannot be told is refused with what is there",
        arguments: [
            ("a,b\n1,2\n", "mapping: No column can be told to be the day."),
            (
                "Date,Description\n2025-08-01,a\n",
                "mapping: No column can be told to be the amount."
            ),
            (
                "Date,Amount,Number\n2025-08-01,1.00,7\n",
                "mapping: No column can be told to be the text."
            ),
            ("Date,Amount,Description\n", "mapping: The file has a header and no rows."),
            ("hello, world\n", "mapping: The file has a header and no rows."),
            (
                "Date,Amount,Description,Type\n2025-08-01,1.00,a,Debit\n2025-08-01,1.00,b,Credit\n",
                "mapping: Amounts have no signs, and column 4 says which ones went out; such files "
                    + "need columns for debit and credit."
            ),
        ]
    )
    func unclear(text: String, told: String) {
        #expect(TestFile("", text).told() == [told])
    }

    @Test(
        "a mapping that does not fit is refused",
        arguments: [
            (
                CSVMapping(date: .name("Date"), description: .name("Description")),
                "A mapping has a column amount, or both debit and credit."
            ),
            (
                CSVMapping(date: .name("When"), amount: .number(2), description: .number(3)),
                "No row of the file has all columns that the mapping names."
            ),
            (
                CSVMapping(date: .number(2), amount: .number(3), description: .number(1)),
                "The column that the mapping calls date has no day."
            ),
            (
                CSVMapping(date: .number(0), amount: .number(3), description: .number(1)),
                "Columns are counted from 1."
            ),
            (
                CSVMapping(
                    date: .number(1),
                    amount: .number(2),
                    description: .number(3),
                    dateFormat: "YYYY"
                ),
                "date_format has a day, a month and a year, such as DD/MM/YYYY."
            ),
            (
                CSVMapping(
                    date: .number(1),
                    amount: .number(2),
                    description: .number(3),
                    delimiter: "x"
                ),
                "delimiter is a comma, a semicolon, a bar or a tab."
            ),
        ]
    )
    func misfits(mapping: CSVMapping, reason: String) {
        var file = TestFile("", Self.header + "2025-08-01,1.00,a\n")
        file.mapping = mapping
        #expect(file.told() == ["mapping: \(reason)"])
    }

    @Test("a header is remembered by its names, whatever the rows are")
    func fingerprint() throws {
        func fingerprint(_ text: String) throws -> String? {
            var survey = BankFileSurvey()
            try survey.read(Array(text.utf8))
            _ = try? survey.finish()
            return survey.headerFingerprint
        }
        let first = try #require(try fingerprint(Self.header + "13/01/2025,1.00,a\n"))
        #expect(first.count == 32)
        #expect(try fingerprint(" date,AMOUNT,Description\n01/02/2025,5,b\n") == first)
        #expect(try fingerprint("Amount,Date,Description\n5,13/01/2025,b\n") != first)
        #expect(try fingerprint("\"13/08/2025\",\"-4.50\",\"BLUE\"\n") == nil)
    }

    @Test(
        "formats of days are read for their order",
        arguments: [
            ("DD/MM/YYYY", DayOrder.dayFirst), ("d.M.yy", .dayFirst), ("%m/%d/%Y", .monthFirst),
            ("MMM d, y", .monthFirst), ("YYYY-MM-DD", .yearFirst), ("yyyyMMdd", .yearFirst),
            ("YYYY-MM-DDTHH:mm:ss", .yearFirst), ("%d-%b-%y", .dayFirst), ("MM/YYYY", nil),
            ("YYYY-DD-MM", nil), ("", nil), (String(repeating: "d", count: 65), nil),
        ]
    )
    func formats(text: String, order: DayOrder?) {
        #expect(DayOrder(format: text) == order)
    }
}
