import SQL

/// A transaction in which one statement fails.
final class FaultySession: Session {
    private let base: any Session
    private let failure: () -> DatabaseError
    private var left: Int

    init(_ base: any Session, failsAt number: Int, _ failure: @escaping () -> DatabaseError) {
        self.base = base
        self.failure = failure
        left = number
    }

    func run(_ statement: Statement, _ values: [Value]) throws -> Int {
        try countDown()
        return try base.run(statement, values)
    }

    func visit(
        _ statement: Statement,
        _ values: [Value],
        _ visit: (any Row) throws -> Bool
    ) throws {
        try countDown()
        try base.visit(statement, values, visit)
    }

    func savepoint<R>(_ work: () throws -> R) throws -> R { try base.savepoint(work) }

    func script(_ sql: String) throws { try base.script(sql) }

    private func countDown() throws {
        left -= 1
        if left == 0 { throw failure() }
    }
}
