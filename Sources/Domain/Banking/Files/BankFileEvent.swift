/// What a reader finds in a bank file, in the file's order.
///
/// A statement begins, has rows and problems, and ends; then the next one may begin.
public enum BankFileEvent: Sendable, Equatable {
    /// A statement of an account begins.
    case statement(BankFileAccount)
    /// A row of the statement.
    case row(BankFileRow)
    /// A row that cannot be read; the reading goes on behind it.
    case problem(BankFileProblem)
    /// The statement ends.
    case ended(BankFileBalances)
}
