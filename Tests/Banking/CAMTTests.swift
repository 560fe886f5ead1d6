import Banking
import Kernel
import Testing

@Suite("CAMT.053 files")
struct CAMTTests {
    private static let statement =
        "statement other EUR at Bank bank BYLADEM1001 iban DE02120300000000202051 named Haushalt"
    private static func ended(_ closing: String = "100") -> String {
        "ended opening 100 on 2025-07-31, closing \(closing) on 2025-08-31"
    }

    @Test("are read with account, rows and balances; a reversal has the parties of its original")
    func whole() {
        #expect(
            Samples.camt.told() == [
                Self.statement,
                "8 2025-08-01 -112.5 EUR Brot und Brötchen <2> (Bäckerei Müller) #R1",
                "15 2025-08-03 20 EUR Verein (payee)", Self.ended("7.5"),
            ]
        )
    }

    @Test("of version 8 may have pending entries and batches")
    func eight() {
        #expect(
            Samples.camt8.told() == [
                Self.statement, "8 2025-08-01 1 EUR Anna (payee) pending",
                "12 2025-08-02 -30 EUR 2 payments", Self.ended("70"),
            ]
        )
    }

    @Test(
        "have problems of entries, and go on behind them",
        arguments: [
            (
                "<CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2025-08-01</Dt></BookgDt>",
                "The row has no amount."
            ),
            ("<Amt Ccy=\"EUR\">1</Amt><CdtDbtInd>DBIT</CdtDbtInd>", "The row has no day."),
            (
                "<Amt Ccy=\"EUR\">1</Amt><BookgDt><Dt>2025-08-01</Dt></BookgDt>",
                "Whether the amount is a credit or a debit is not told."
            ),
            (
                "<Amt Ccy=\"EUR\">1</Amt><CdtDbtInd>CRDT</CdtDbtInd>"
                    + "<BookgDt><Dt>9999-08-01</Dt></BookgDt>",
                "The year is not between 1900 and 2199."
            ),
            (
                "<Amt Ccy=\"ABC\">1</Amt><CdtDbtInd>CRDT</CdtDbtInd>"
                    + "<BookgDt><Dt>2025-08-01</Dt></BookgDt>",
                "The currency is not known."
            ),
            (
                "<Amt Ccy=\"EUR\">1</Amt><AddtlNtryInf>" + String(repeating: "x", count: 5_000)
                    + "</AddtlNtryInf>", "A value is too long."
            ),
        ]
    )
    func problems(entry: String, reason: String) {
        let told = TestFile("", Samples.camt("<Ntry>\(entry)</Ntry>")).told()
        #expect(told == [Self.statement, "problem 8: \(reason)", Self.ended()])
    }

    @Test("are read in versions 2 to 8", arguments: 1...12)
    func versions(number: Int) {
        let version = number < 10 ? "0\(number)" : "\(number)"
        let told = TestFile("", Samples.camt("", version: version)).told()
        let refusal = ["malformed 2: CAMT.053 is read in versions 2 to 8."]
        #expect(told == ((2...8).contains(number) ? [Self.statement, Self.ended()] : refusal))
    }

    @Test("bring nothing that is only told about or yet to come", arguments: ["INFO", "FUTR"])
    func unmoved(status: String) {
        let entry = """
            <Ntry><Amt Ccy="EUR">5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>\(status)</Sts>
            <BookgDt><Dt>2025-08-01</Dt></BookgDt></Ntry>
            """
        let told = TestFile("", Samples.camt(entry)).told()
        #expect(told == [Self.statement, Self.ended()])
    }

    @Test("with a namespace of their own prefix, or none, are the same")
    func prefixes() {
        let plain = Samples.camt.told()
        let text = String(decoding: Samples.camt.bytes, as: UTF8.self)
        let bare = text.replacing(#/ xmlns="[^"]*"/#, with: "")
        #expect(TestFile("", bare).told() == plain)
        let prefixed = text.replacing("xmlns=", with: "xmlns:c=")
            .replacing("</", with: "</c:").replacing(/<(?=[A-Z])/, with: "<c:")
        #expect(TestFile("", prefixed).told() == plain)
    }

    @Test("that are cut off anywhere are refused")
    func cut() {
        for length in stride(from: 300, to: Samples.camt.bytes.count - 1, by: 37) {
            let file = TestFile("", bytes: Array(Samples.camt.bytes.prefix(length)))
            guard case .malformed = file.refusal else {
                Issue.record("\(length) bytes are not refused")
                return
            }
        }
    }
}
