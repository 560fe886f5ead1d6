import Kernel

/// Cuts a text into lines; a line ends with LF, CR LF or CR.
struct TextLines {
    /// The line without its end.
    private(set) var bytes: [UInt8] = []
    /// Its number, from 1.
    private(set) var number = 1
    private var isEnded = false
    private var isFeedOwed = false

    /// Goes on to where the next line ends.
    ///
    /// - Parameters:
    ///   - text: A piece of the text.
    ///   - index: Where it is read from; where the line ends afterwards.
    /// - Returns: Whether a line is whole; else the piece is read.
    /// - Throws: ``BankFileRefusal`` `malformed` when the line is too long.
    mutating func next(in text: [UInt8], at index: inout Int) throws(BankFileRefusal) -> Bool {
        if isEnded {
            isEnded = false
            number += 1
            bytes.removeAll(keepingCapacity: true)
        }
        if isFeedOwed, index < text.count {
            isFeedOwed = false
            if text[index] == 0x0A { index += 1 }
        }
        let start = index
        while index < text.count, !text[index].isLineEnd { index += 1 }
        bytes.append(contentsOf: text[start..<index])
        guard bytes.count <= Limits.bankFileRowBytes else {
            throw .malformed(line: number, reason: "A line is too long.")
        }
        guard index < text.count else { return false }
        isFeedOwed = text[index] == 0x0D
        index += 1
        isEnded = true
        return true
    }

    /// Ends the text; whether it has a last line without an end.
    mutating func finish() -> Bool {
        if isEnded { return false }
        isEnded = true
        return !bytes.isEmpty
    }
}
