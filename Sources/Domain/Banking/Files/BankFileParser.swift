/// Reads the text of one format, piece by piece; pieces may end anywhere.
protocol BankFileParser {
    /// The line that is being read, from 1.
    var line: Int { get }

    /// Reads the next piece.
    ///
    /// - Parameters:
    ///   - text: UTF-8 without a byte order mark; sequences are whole.
    ///   - events: What is found is added.
    /// - Throws: ``BankFileRefusal`` `malformed` or `mapping`.
    mutating func read(
        _ text: [UInt8],
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal)

    /// Ends the reading; refuses a file that is cut off.
    mutating func finish(into events: inout [BankFileEvent]) throws(BankFileRefusal)
}
