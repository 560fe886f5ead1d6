/// Reads the comma separated files that the program carries (RFC 4180, with LF line ends).
enum CSV {
    /// The rows below the header, each with as many fields as the header.
    ///
    /// The files are ours, so a text that is none ends the program.
    static func rows(_ text: String, columns: [String]) -> [[String]] {
        var reader = Reader(bytes: Array(text.utf8))
        guard let header = reader.nextRow() else { preconditionFailure("the file is empty") }
        precondition(header == columns, "the header is not \(columns)")
        var rows: [[String]] = []
        while let row = reader.nextRow() {
            precondition(row.count == columns.count, "row \(rows.count + 1) is not as the header")
            rows.append(row)
        }
        return rows
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        mutating func nextRow() -> [String]? {
            guard position < bytes.count else { return nil }
            var fields: [String] = []
            while true {
                let isQuoted = position < bytes.count && bytes[position] == quote
                fields.append(isQuoted ? quoted() : plain())
                guard position < bytes.count else { return fields }
                let separator = bytes[position]
                position += 1
                if separator == newline { return fields }
                precondition(separator == comma, "a field goes on after its closing quote")
            }
        }

        private mutating func plain() -> String {
            let start = position
            while position < bytes.count, bytes[position] != comma, bytes[position] != newline {
                position += 1
            }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        private mutating func quoted() -> String {
            var field: [UInt8] = []
            position += 1
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                guard byte == quote else {
                    field.append(byte)
                    continue
                }
                guard position < bytes.count, bytes[position] == quote else {
                    return String(decoding: field, as: UTF8.self)
                }
                field.append(quote)
                position += 1
            }
            preconditionFailure("a quoted field does not end")
        }

        private let comma = UInt8(ascii: ",")
        private let newline = UInt8(ascii: "\n")
        private let quote = UInt8(ascii: "\"")
    }
}
