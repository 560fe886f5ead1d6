/// Why one row of a bank file is not read.
public struct BankFileProblem: Sendable, Equatable {
    /// The line at which the row begins, from 1.
    public let line: Int
    /// What is wrong, as a sentence without amounts.
    public let reason: String

    /// Names what is wrong.
    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// What is wrong with a row or a value, before its line is known.
struct RowFault: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
