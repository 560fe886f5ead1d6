public import SQL

/// A transaction in which one statement fails, before it is run.
public final class FaultySession: Session {
    private let base: any Session
    private let failure: () -> DatabaseError
    private var left: Int

    /// Stands before another transaction; the statement of that number, from 1, fails.
    public init(
        _ base: any Session,
        failsAt number: Int,
        _ failure: @escaping () -> DatabaseError
    ) {
        self.base = base
        self.failure = failure
        left = number
    }

    /// Runs a statement, or fails.
    public func run(_ statement: Statement, _ values: [Value]) throws -> Int {
        try countDown()
        return try base.run(statement, values)
    }

    /// Runs a statement, or fails.
    public func visit(
        _ statement: Statement,
        _ values: [Value],
        _ visit: (any Row) throws -> Bool
    ) throws {
        try countDown()
        try base.visit(statement, values, visit)
    }

    /// Goes straight to the transaction behind.
    public func savepoint<R>(_ work: () throws -> R) throws -> R { try base.savepoint(work) }

    /// Goes straight to the transaction behind.
    public func script(_ sql: String) throws { try base.script(sql) }

    private func countDown() throws {
        left -= 1
        if left == 0 { throw failure() }
    }
}
