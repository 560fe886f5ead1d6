import Banking
import Kernel
import Testing

@Suite("Formats of bank files")
struct BankFileFormatTests {
    @Test(
        "are told by content",
        arguments: [
            (Samples.ofx, BankFileFormat.ofx1), (Samples.wildOFX, .ofx1),
            (Samples.twoStatements, .ofx1), (Samples.ofx2, .ofx2), (Samples.csv, .csv),
            (Samples.germanCSV, .csv), (Samples.bareCSV, .csv), (Samples.qif, .qif),
            (Samples.camt, .camt053), (Samples.camt8, .camt053), (Samples.mt940, .mt940),
            (Samples.plainMT940, .mt940),
        ]
    )
    func told(file: TestFile, format: BankFileFormat) throws {
        #expect(try BankFileFormat(head: file.bytes) == format)
        // White space before it changes nothing.
        #expect(try BankFileFormat(head: Array(" \r\n\n".utf8) + file.bytes) == format)
    }

    @Test("have one name for both kinds of OFX")
    func names() {
        #expect(BankFileFormat.ofx1.name == "OFX" && BankFileFormat.ofx2.name == "OFX")
        #expect(Set(BankFileFormat.allCases.map(\.name)).count == 5)
    }

    @Test("a file of nothing is empty", arguments: ["", " ", "\r\n\t\n", "\u{FEFF}"])
    func empty(text: String) {
        #expect(TestFile("", text).refusal == .empty)
    }

    @Test(
        "other files are no bank files",
        arguments: [
            TestFile("PNG", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]),
            TestFile("JPEG", bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10]),
            TestFile("ZIP", bytes: [0x50, 0x4B, 0x03, 0x04, 0x14, 0]),
            TestFile("gzip", bytes: [0x1F, 0x8B, 8, 0]),
            TestFile("old spreadsheet", bytes: [0xD0, 0xCF, 0x11, 0xE0, 0xA1]),
            TestFile("PDF", "%PDF-1.7\n1,2,3\n"), TestFile("RTF", "{\\rtf1, a, b}"),
            TestFile("web page", "<!DOCTYPE html><html><body>a,b</body></html>"),
            TestFile("web page without a declaration", "<html>a,b</html>"),
            TestFile("other XML", "<?xml version=\"1.0\"?><a>1,2</a>"),
            TestFile("JSON", "{\"a\": 1, \"b\": 2}"), TestFile("prose", "Dear bank\nhello\n"),
            TestFile("a zero byte in a text", "Date,Amount\u{0}\n2025-08-01,2\n"),
            TestFile("zero bytes", bytes: [UInt8](repeating: 0, count: 100)),
            TestFile("noise", bytes: (0..<4_000).map { UInt8(truncatingIfNeeded: $0 % 32) + 1 }),
        ]
    )
    func unsupported(file: TestFile) {
        guard case .unsupported(let reason) = file.refusal else {
            Issue.record("it is \(file.told())")
            return
        }
        #expect(reason.hasSuffix("."))
    }
}
