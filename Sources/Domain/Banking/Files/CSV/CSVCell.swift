/// What a cell holds.
enum CSVCell {
    /// Without white space around it, and without the formula that protects a text.
    ///
    /// Files write `="00123"` so that spreadsheets keep the zeros. Other formulas are text.
    static func content(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let trimmed = cell.trimmedSpace
        guard trimmed.count >= 3, trimmed.starts(with: "=\"".utf8),
            trimmed.last == UInt8(ascii: "\"")
        else { return trimmed }
        return trimmed.dropFirst(2).dropLast().trimmedSpace
    }
}
