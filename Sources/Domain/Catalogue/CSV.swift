import Kernel

/// Reads the comma separated files that the program carries.
enum CSV {
    /// The rows below the header, each with as many fields as the header.
    ///
    /// The files are ours, so a text that is none ends the program.
    static func rows(_ text: String, columns: [String]) -> [[String]] {
        var reader = CSVReader(text)
        guard let header = row(of: &reader) else { preconditionFailure("the file is empty") }
        precondition(header == columns, "the header is not \(columns)")
        var rows: [[String]] = []
        while let row = row(of: &reader) {
            precondition(row.count == columns.count, "row \(rows.count + 1) is not as the header")
            rows.append(row)
        }
        return rows
    }

    private static func row(of reader: inout CSVReader) -> [String]? {
        do {
            return try reader.next()
        } catch {
            preconditionFailure("line \(error.line): \(error.reason)")
        }
    }
}
