import Banking
import Kernel
import Testing

@Suite("QIF files")
struct QIFTests {
    @Test("are read section by section, with the opening balance that Quicken tells as a row")
    func whole() {
        #expect(
            Samples.qif.told() == [
                "statement checking USD named Checking",
                "12 2025-01-13 -1234.5 Landlord Rent (Landlord) [Housing:Rent]",
                "21 2025-01-14 5 Check 1043", "ended opening 1000 on 2025-01-02",
                "statement creditCard USD named Card", "30 2025-01-15 -20 Books (payee)", "ended",
            ]
        )
    }

    @Test("may have the day first, decimal commas and other line ends")
    func british() {
        #expect(
            Samples.britishQIF.told() == [
                "statement cash USD", "2 1999-12-31 -1234.5 Markt (payee)", "6 2000-02-01 7 Zins",
                "ended",
            ]
        )
    }

    @Test("whose day and month cannot be told apart are refused, unless the order is given")
    func ambiguous() throws {
        let file = TestFile("", "!Type:Bank\nD01/02/2025\nT1.00\nPa\n^\n")
        guard case .mapping(let refusal) = file.refusal else {
            Issue.record("the file is not refused")
            return
        }
        #expect(refusal.reason.contains("01/02/2025"))
        var survey = BankFileSurvey(dayOrder: .dayFirst)
        try survey.read(file.bytes)
        var reader = BankFileReader(try survey.finish(), currency: .usd)
        var events: [BankFileEvent] = []
        try reader.read(file.bytes, into: &events)
        try reader.finish(into: &events)
        #expect(events.map(\.told)[1] == "2 2025-02-01 1 a (payee)")
    }

    @Test(
        "have problems of rows",
        arguments: [
            ("T1.00\nPa", "The row has no day."), ("D13/1/25\nPa", "The row has no amount."),
            ("D13/1/25\nT1.00\nT2.00", "The row has two days or two amounts."),
            ("D13/1/25\nTabc", "The amount is no number."), ("Dabc\nT1", "There is no day."),
            ("D13/1/25\nT1\nM" + String(repeating: "x", count: 5_000), "A value is too long."),
            ("D1/1/0000\nT1", "The year is not between 1900 and 2199."),
        ]
    )
    func problems(record: String, reason: String) {
        let file = TestFile("", "!Type:Bank\n\(record)\n^\nD13/1/25\nT2.00\nPgood\n^\n")
        #expect(file.told().dropFirst().first == "problem 2: \(reason)")
        #expect(file.told().dropFirst(2).first?.hasSuffix("2025-01-13 2 good (payee)") == true)
    }

    @Test(
        "that are cut off or have no account are refused",
        arguments: [
            (
                "!Type:Bank\nD13/1/25\nT1.00\n",
                "malformed 2: A record does not end; the file is cut off."
            ),
            (
                "!Type:Bank\nD13/1/25\nT1.00\n!Type:CCard\n",
                "malformed 2: A record does not end; the file is cut off."
            ),
            ("!Type:Cat\nNFood\n^\n", "malformed 4: The file has no section of an account."),
            (
                "!Type:Bank\n" + String(repeating: "x", count: 70_000),
                "malformed 2: A line is too long."
            ),
        ]
    )
    func refusals(text: String, told: String) {
        #expect(TestFile("", text).told() == [told])
    }
}
