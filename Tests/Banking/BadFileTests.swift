import Banking
import Kernel
import Testing

@Suite("Files that somebody means ill with")
struct BadFileTests {
    private static let laughs: String = {
        let entities = (1...9).map { level in
            let inner = String(repeating: "&l\(level - 1);", count: 10)
            return "<!ENTITY l\(level) \"\(inner)\">"
        }
        return "<!DOCTYPE OFX [<!ENTITY l0 \"ha\">" + entities.joined() + "]>"
    }()

    @Test(
        "a document type declaration is refused, wherever it stands",
        arguments: [
            "<?xml version=\"1.0\"?>" + laughs + "<OFX><A>&l9;</A></OFX>",
            "<?xml version=\"1.0\"?>" + laughs + "<lolz>&l9;</lolz>",
            "<?xml version=\"1.0\"?><!DOCTYPE OFX SYSTEM \"http://127.0.0.1/a.dtd\"><OFX></OFX>",
            "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>"
                + "<Document><BkToCstmrStmt><Stmt>&b;</Stmt></BkToCstmrStmt></Document>",
            "<?xml version=\"1.0\"?>" + String(repeating: " ", count: 70_000) + laughs
                + "<OFX></OFX>",
            "<?xml version=\"1.0\"?><!-- <OFX> -->" + String(repeating: "\n", count: 66_000)
                + laughs
                + "<OFX>&l9;</OFX>",
            "<OFX><!DOCTYPE OFX><STMTRS></OFX>",
        ]
    )
    func declarations(text: String) {
        switch TestFile("", text).refusal {
        case .malformed, .unsupported: break
        default: Issue.record("it is read: \(TestFile("", text).told())")
        }
    }

    @Test("a declaration right behind the head is refused by the parser of XML")
    func late() {
        let start = "<?xml version=\"1.0\"?><!-- <OFX> -->"
        let space = Limits.bankFileHeadBytes - start.utf8.count - 4
        let text = start + String(repeating: " ", count: space) + Self.laughs + "<OFX>&l9;</OFX>"
        #expect(
            TestFile("", text).told() == ["malformed 1: A document type declaration is not read."]
        )
    }

    @Test("entities that are not XML's own are refused")
    func entities() {
        let text = String(decoding: Samples.ofx2.bytes, as: UTF8.self)
        let other = text.replacing("&amp;", with: "&eacute;")
        #expect(TestFile("", other).told().first?.hasPrefix("malformed 9: The XML") == true)
    }

    @Test("elements nested without end are refused")
    func nesting() {
        let deep = String(repeating: "<a>", count: 100_000)
        let told = TestFile("", "<?xml version=\"1.0\"?><OFX>" + deep).told()
        #expect(told == ["malformed 1: The XML is nested too deeply."])
        let statements = String(repeating: "<STMTRS></STMTRS>", count: 1_001)
        #expect(
            TestFile("", "<OFX>" + statements + "</OFX>").told() == [
                "malformed 1: The file has too many statements."
            ]
        )
    }

    @Test(
        "a tag, a text or a comment without end takes no memory",
        arguments: ["<", "<a b=\"", "<!--", "<a>", "<![CDATA[", "<?", "&", "<a "]
    )
    func endless(start: String) {
        let long = String(repeating: "x", count: 1_000_000)
        for head in ["<?xml version=\"1.0\"?><OFX>", "<OFX>"] {
            guard case .malformed = TestFile("", head + start + long).refusal else {
                Issue.record("\(head)\(start)… is not refused")
                return
            }
        }
    }

    @Test("a tag with thousands of attributes is refused soon")
    func attributes() {
        let many = (0..<20_000).map { " a\($0)=\"\"" }.joined()
        let told = TestFile("", "<?xml version=\"1.0\"?><OFX><a\(many)></a></OFX>").told()
        #expect(told.first?.hasPrefix("malformed 1: ") == true)
    }

    @Test("every format that is cut off is refused, but for CSV, whose rows are whole or not")
    func cut() {
        for file in Samples.all {
            guard (try? BankFileFormat(head: file.bytes)) != .csv else { continue }
            let half = TestFile(file.name, bytes: Array(file.bytes.prefix(file.bytes.count - 40)))
            guard case .malformed = half.refusal else {
                Issue.record("\(file.name) is \(half.told())")
                continue
            }
        }
    }

    @Test("an amount of forty digits is a problem, in each format")
    func digits() {
        let many = String(repeating: "9", count: 40)
        let files = [
            Samples.ofx1("<STMTTRN><DTPOSTED>20250801<TRNAMT>\(many)</STMTTRN>"),
            "Date,Amount,Description\n2025-08-01,\(many),a\n",
            "!Type:Bank\nD13/1/25\nT\(many)\n^\n",
            ":20:1\n:60F:C250101EUR0,\n:61:250101C\(many),NTRF\n:62F:C250101EUR0,\n",
            Samples.camt(
                "<Ntry><Amt>\(many)</Amt><CdtDbtInd>CRDT</CdtDbtInd>"
                    + "<BookgDt><Dt>2025-08-01</Dt></BookgDt></Ntry>"
            ),
        ]
        for file in files {
            let problems = TestFile("", file).told().filter { $0.hasPrefix("problem") }
            #expect(problems.count == 1 && problems[0].hasSuffix("The amount is too large."))
        }
    }
}
