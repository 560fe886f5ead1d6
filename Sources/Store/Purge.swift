public import Kernel
public import SQL

/// How records of one kind that are kept no longer are forgotten, the oldest first.
public struct Purge: Sendable {
    /// Deletes what ended until the instant `$1`, at most `$2` rows.
    private let statement: Statement
    /// How long after its end a record is kept, in milliseconds.
    private let keptMilliseconds: Int64

    init(keptMilliseconds: Int64 = 0, _ statement: Statement) {
        self.statement = statement
        self.keptMilliseconds = keptMilliseconds
    }

    /// Forgets some of them.
    ///
    /// - Returns: How many, at most `most`.
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func callAsFunction(
        upTo most: Int,
        now: Timestamp,
        in session: any Session
    ) throws -> Int {
        let last = now.adding(milliseconds: -keptMilliseconds)
        return try session.run(statement, [.instant(last), .count(most)])
    }
}
