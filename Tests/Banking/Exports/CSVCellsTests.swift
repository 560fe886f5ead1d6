import Kernel
import Testing

@testable import Banking

@Suite("Comma separated text that spreadsheets open")
struct CSVCellsTests {
    @Test(
        "text that begins a formula has a quote before it",
        arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx"]
    )
    func formulas(text: String) throws {
        var reader = CSVReader(CSVCells.line([.text(text)]))
        #expect(try reader.next() == ["'\(text)"])
    }

    @Test(
        "other text is read back as it was",
        arguments: ["a,b", "say \"x\"", "a\nb", "", "é 1-2"]
    )
    func others(text: String) throws {
        var reader = CSVReader(CSVCells.line([.text("a"), .text(text), .plain("-1.5")]))
        #expect(try reader.next() == ["a", text, "-1.5"])
        #expect(try reader.next() == nil)
    }

    @Test("a line ends with CR and LF, and nothing is an empty cell")
    func line() {
        #expect(CSVCells.line([.plain("1"), .text(nil), .text("a\"b")]) == "1,,\"a\"\"b\"\r\n")
    }
}
