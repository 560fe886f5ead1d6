import Kernel

/// Reads MT940, SWIFT's customer statement.
///
/// Source: SWIFT, Category 9 message reference guide, MT 940. What is around the messages
/// (envelopes, lines of the bank) is skipped. A message ends with a line `-`, or where the next one
/// begins.
struct MT940Parser: BankFileParser {
    private var lines = TextLines()
    private var field: MT940Field?
    private var statement: MT940Statement?
    private var statements = 0

    var line: Int { lines.number }

    mutating func read(
        _ text: [UInt8],
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        var index = 0
        while try lines.next(in: text, at: &index) { try take(into: &events) }
    }

    mutating func finish(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        if lines.finish() { try take(into: &events) }
        try endField(into: &events)
        try endStatement(into: &events)
        guard statements > 0 else {
            throw .malformed(line: line, reason: "The file has no statement.")
        }
    }

    private mutating func take(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        var bytes = lines.bytes[...]
        // The end of the blocks of an envelope, before the first field on the same line.
        if bytes.first == UInt8(ascii: "{") || bytes.first == 0x01,
            let start = bytes.first(range: "{4:")
        {
            bytes = bytes[start.upperBound...]
        }
        let text = bytes.trimmedSpace
        if let (tag, content) = MT940Field.beginning(of: text) {
            try endField(into: &events)
            field = MT940Field(tag: tag, line: lines.number, first: Array(content))
        } else if text == [UInt8(ascii: "-")] || text.starts(with: "-}".utf8) {
            try endField(into: &events)
            try endStatement(into: &events)
        } else if field != nil, !text.isEmpty {
            do throws(RowFault) {
                try field?.append(Array(bytes))
            } catch {
                throw .malformed(line: lines.number, reason: error.reason)
            }
        }
    }

    private mutating func endField(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        guard let ended = field else { return }
        field = nil
        if ended.tag == "20" {
            try endStatement(into: &events)
            statements += 1
            guard statements <= Limits.bankFileStatements else {
                throw .malformed(line: ended.line, reason: "The file has too many statements.")
            }
            statement = MT940Statement()
            return
        }
        do throws(RowFault) {
            try statement?.take(ended, into: &events)
        } catch {
            throw .malformed(line: ended.line, reason: error.reason)
        }
    }

    private mutating func endStatement(
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        guard var ended = statement else { return }
        statement = nil
        do throws(RowFault) {
            try ended.end(into: &events)
        } catch {
            throw .malformed(line: line, reason: error.reason)
        }
    }
}
