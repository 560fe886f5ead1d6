import Kernel

/// A field of MT940 with its lines.
struct MT940Field {
    /// Two digits and perhaps a letter: `61`, `60F`.
    let tag: String
    /// The line at which it begins.
    let line: Int
    private(set) var lines: [[UInt8]]
    private var length: Int

    init(tag: String, line: Int, first: [UInt8]) {
        self.tag = tag
        self.line = line
        lines = [first]
        length = first.count
    }

    /// Adds a line of the field.
    mutating func append(_ line: [UInt8]) throws(RowFault) {
        lines.append(line)
        length += line.count
        guard length <= Limits.bankFileCellBytes, lines.count <= Self.mostLines else {
            throw RowFault("A field is too long.")
        }
    }

    /// Its first line.
    var first: ArraySlice<UInt8> { lines[0][...] }

    /// The tag with which a line begins, and what is behind it.
    static func beginning(
        of line: ArraySlice<UInt8>
    ) -> (tag: String, content: ArraySlice<UInt8>)? {
        guard line.first == UInt8(ascii: ":") else { return nil }
        let tag = line.dropFirst().prefix(3).prefix { $0 != UInt8(ascii: ":") }
        guard (2...3).contains(tag.count), tag.prefix(2).isDigits,
            tag.dropFirst(2).allSatisfy(\.isLetter), tag.endIndex < line.endIndex,
            line[tag.endIndex] == UInt8(ascii: ":")
        else { return nil }
        return (String(decoding: tag, as: UTF8.self), line[(tag.endIndex + 1)...])
    }

    private static let mostLines = 100
}
