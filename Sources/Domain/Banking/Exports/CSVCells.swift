/// Comma separated text that spreadsheets open (RFC 4180).
public enum CSVCells {
    /// A cell of a line.
    public enum Cell: Sendable, Equatable {
        /// Text by whomever; a spreadsheet is kept from running it.
        case text(String?)
        /// Text of our own, such as a number: it stands as it is.
        case plain(String)
    }

    /// A line with its end.
    public static func line(_ cells: [Cell]) -> String {
        cells.map(written).joined(separator: ",") + "\r\n"
    }

    private static func written(_ cell: Cell) -> String {
        switch cell {
        case .plain(let text): return text
        case .text(let text):
            let text = harmless(text ?? "")
            guard text.utf8.contains(where: isSpecial) else { return text }
            return "\"\(text.replacing("\"", with: "\"\""))\""
        }
    }

    /// The text with a quote before it when a spreadsheet would take it for a formula.
    ///
    /// Source: OWASP, "CSV Injection", read 2026-11-25.
    private static func harmless(_ text: String) -> String {
        guard let first = text.utf8.first, formulaStarts.contains(first) else { return text }
        return "'\(text)"
    }

    private static let formulaStarts = Set("=+-@\t\r\n".utf8)

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }
}
