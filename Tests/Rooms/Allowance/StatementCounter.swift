import SQL
import Synchronization

@testable import ServerTestbed

/// A database that counts the statements that are run in it.
final class StatementCounter: Database {
    private let base: any Database
    private let counted: Counted

    /// How many statements were run, and by whom the database is wrapped.
    final class Counted: Sendable {
        private let value = Mutex(0)

        /// How many there were so far.
        var count: Int { value.withLock { $0 } }

        fileprivate func add() { value.withLock { $0 += 1 } }

        /// Puts a counter before a database.
        func wrap(_ base: any Database) -> any Database {
            StatementCounter(base, counted: self)
        }
    }

    private init(_ base: any Database, counted: Counted) {
        self.base = base
        self.counted = counted
    }

    var dialect: Dialect { base.dialect }

    func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.read { [counted] in try work(CountingSession($0, counted)) }
    }

    func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.write { [counted] in try work(CountingSession($0, counted)) }
    }

    func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.exclusively(work)
    }

    func close() async { await base.close() }
}

private final class CountingSession: Session {
    private let base: any Session
    private let counted: StatementCounter.Counted

    init(_ base: any Session, _ counted: StatementCounter.Counted) {
        self.base = base
        self.counted = counted
    }

    func run(_ statement: Statement, _ values: [Value]) throws -> Int {
        counted.add()
        return try base.run(statement, values)
    }

    func visit(
        _ statement: Statement,
        _ values: [Value],
        _ visit: (any Row) throws -> Bool
    ) throws {
        counted.add()
        try base.visit(statement, values, visit)
    }

    func savepoint<R>(_ work: () throws -> R) throws -> R { try base.savepoint(work) }

    func script(_ sql: String) throws { try base.script(sql) }
}
