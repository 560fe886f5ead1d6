/// Reads comma separated text row by row (RFC 4180; line ends may be LF or CRLF).
public struct CSVReader: Sendable {
    /// Why a text is not comma separated.
    public struct Fault: Error, Sendable, Equatable {
        /// The line, from 1.
        public let line: Int
        /// What is wrong there.
        public let reason: String

        /// Names what is wrong.
        public init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    /// The line at which the next row begins, from 1.
    public private(set) var line = 1
    private let bytes: [UInt8]
    private var position = 0

    /// Begins with the text's first row; a byte order mark before it is left out.
    public init(_ text: String) {
        let bytes = Array(text.utf8)
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// The fields of the next row; `nil` at the end.
    ///
    /// - Throws: ``Fault``.
    public mutating func next() throws(Fault) -> [String]? {
        guard position < bytes.count else { return nil }
        var fields: [String] = []
        while true {
            let isQuoted = current == UInt8(ascii: "\"")
            fields.append(isQuoted ? try quoted() : plain())
            guard let separator = current else { return fields }
            position += 1
            if separator == UInt8(ascii: "\n") {
                line += 1
                return fields
            }
            guard separator == UInt8(ascii: ",") else {
                throw Fault(line: line, reason: "a field goes on after its closing quote")
            }
        }
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func plain() -> String {
        let start = position
        while let byte = current, byte != UInt8(ascii: ","), byte != UInt8(ascii: "\n") {
            position += 1
        }
        var field = bytes[start..<position]
        if current != UInt8(ascii: ","), field.last == UInt8(ascii: "\r") { field.removeLast() }
        return String(decoding: field, as: UTF8.self)
    }

    private mutating func quoted() throws(Fault) -> String {
        let start = line
        var field: [UInt8] = []
        position += 1
        while let byte = current {
            position += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            guard byte == UInt8(ascii: "\"") else {
                field.append(byte)
                continue
            }
            guard current == UInt8(ascii: "\"") else {
                if current == UInt8(ascii: "\r") { position += 1 }
                return String(decoding: field, as: UTF8.self)
            }
            field.append(byte)
            position += 1
        }
        throw Fault(line: start, reason: "a quoted field does not end")
    }
}
