import Kernel
import Testing

@Suite("Comma separated text")
struct CSVReaderTests {
    private static func rows(_ text: String) throws -> [[String]] {
        var reader = CSVReader(text)
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    @Test(
        "is read row by row, with quotes, either line end, and no row behind the last",
        arguments: [
            ("", []), ("a", [["a"]]), ("a,b\n", [["a", "b"]]),
            ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
            ("\u{FEFF}a\n", [["a"]]), (",\n", [["", ""]]), ("\n", [[""]]),
            ("\"a,\"\"b\"\"\nc\",d\n", [["a,\"b\"\nc", "d"]]),
            ("\"a\"\r\n\"b\"\r\n", [["a"], ["b"]]),
            ("\"\",x", [["", "x"]]), ("käse,🧀\n", [["käse", "🧀"]]), ("a\rb,c\n", [["a\rb", "c"]]),
        ]
    )
    func reading(text: String, rows: [[String]]) throws {
        #expect(try Self.rows(text) == rows)
    }

    @Test(
        "that is none is refused with the line",
        arguments: [
            ("a\nb,\"c\nd", 2, "a quoted field does not end"),
            ("a\n\"b\nc\"d\n", 3, "a field goes on after its closing quote"),
        ]
    )
    func faults(text: String, line: Int, reason: String) {
        let fault = #expect(throws: CSVReader.Fault.self) { try Self.rows(text) }
        #expect(fault?.line == line && fault?.reason == reason)
    }
}
