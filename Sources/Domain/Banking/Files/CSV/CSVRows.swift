import Kernel

/// Takes separated text apart row by row (RFC 4180).
///
/// More is taken than the RFC says: any line end, spaces before a quote, a quote inside a cell that
/// does not begin with one. Only the row that is being read is in memory.
struct CSVRows {
    private enum State {
        case start
        case plain
        case quoted
        /// Behind a quote in a quoted cell.
        case quote
    }

    /// The line at which the row begins, from 1.
    private(set) var line = 1
    /// What is wrong with the row.
    private(set) var fault: String?
    /// The row's cells one after the other, without quotes.
    private var bytes: [UInt8] = []
    /// Where each of them ends.
    private var ends: [Int] = []
    private let delimiter: UInt8
    private var state = State.start
    /// The line that is being read.
    private(set) var currentLine = 1
    private var quoteLine = 1
    private var isRowEnded = false
    private var isFeedOwed = false

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    /// How many cells the row has.
    var count: Int { ends.count }

    /// A cell; an empty one behind the last.
    func cell(_ index: Int) -> ArraySlice<UInt8> {
        guard index < ends.count else { return [] }
        return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }

    /// Whether nothing is in its cells but white space.
    var isBlank: Bool { fault == nil && bytes.allSatisfy(\.isSpace) }

    /// Goes on to where the next row ends.
    ///
    /// - Parameters:
    ///   - text: A piece of the text.
    ///   - index: Where it is read from; where the row ends afterwards.
    /// - Returns: Whether a row is whole; else the piece is read.
    /// - Throws: ``BankFileRefusal`` `malformed` when the row is too long.
    mutating func next(in text: [UInt8], at index: inout Int) throws(BankFileRefusal) -> Bool {
        beginRow()
        while index < text.count {
            let byte = text[index]
            if isFeedOwed {
                isFeedOwed = false
                if byte == 0x0A {
                    index += 1
                    continue
                }
            }
            if state == .plain || state == .quoted {
                try takeRun(text, &index)
                guard index < text.count else { break }
            }
            let current = text[index]
            index += 1
            if try take(current) { return true }
        }
        return false
    }

    /// Ends the text; whether there is a last row without a line end.
    mutating func finish() throws(BankFileRefusal) -> Bool {
        if isRowEnded { return false }
        if state == .quoted {
            throw .malformed(line: quoteLine, reason: "A quoted cell does not end.")
        }
        guard !ends.isEmpty || !bytes.isEmpty || state != .start else { return false }
        try endCell()
        isRowEnded = true
        return true
    }

    private mutating func beginRow() {
        guard isRowEnded else { return }
        isRowEnded = false
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        fault = nil
        state = .start
        line = currentLine
    }

    /// Takes what needs no look: the inside of a cell.
    private mutating func takeRun(_ text: [UInt8], _ index: inout Int) throws(BankFileRefusal) {
        let start = index
        if state == .quoted {
            while index < text.count, text[index] != UInt8(ascii: "\"") {
                if text[index] == 0x0A { currentLine += 1 }
                index += 1
            }
        } else {
            while index < text.count, text[index] != delimiter, !text[index].isLineEnd {
                index += 1
            }
        }
        bytes.append(contentsOf: text[start..<index])
        try checkLength()
    }

    /// Takes a byte that decides something; whether the row ends with it.
    private mutating func take(_ byte: UInt8) throws(BankFileRefusal) -> Bool {
        switch (state, byte) {
        case (.quoted, _): state = .quote
        case (.quote, UInt8(ascii: "\"")):
            bytes.append(byte)
            state = .quoted
        case (_, delimiter): try endCell()
        case (_, 0x0A), (_, 0x0D):
            try endCell()
            currentLine += 1
            isFeedOwed = byte == 0x0D
            isRowEnded = true
            return true
        case (.quote, 0x20): break
        case (.quote, _):
            if fault == nil { fault = "A cell goes on behind its closing quote." }
            bytes.append(byte)
            state = .plain
        case (.start, UInt8(ascii: "\"")):
            // Spaces before a quote are no part of the cell.
            bytes.removeLast(bytes.count - (ends.last ?? 0))
            quoteLine = currentLine
            state = .quoted
        case (.start, 0x20): bytes.append(byte)
        default:
            bytes.append(byte)
            state = .plain
        }
        try checkLength()
        return false
    }

    private mutating func endCell() throws(BankFileRefusal) {
        if bytes.count - (ends.last ?? 0) > Limits.bankFileCellBytes, fault == nil {
            fault = "A cell is too long."
        }
        ends.append(bytes.count)
        state = .start
        guard ends.count <= Limits.bankFileColumns else {
            throw .malformed(line: line, reason: "A row has too many cells.")
        }
    }

    private func checkLength() throws(BankFileRefusal) {
        guard bytes.count <= Limits.bankFileRowBytes else {
            let start = state == .quoted ? quoteLine : line
            throw .malformed(line: start, reason: "A row is too long, or a quote does not end.")
        }
    }
}
