public import SQL
import Simulation
import Synchronization

/// A database of whose next writes one fails, at a statement that a test names.
public final class FailingDatabase: Database {
    private struct Plan {
        var statement: Int?
        var code = DatabaseError.Code.io
        var isOnce = false
        var hasFailed = false
    }

    private let base: any Database
    private let plan = Mutex(Plan())

    /// Stands before another database.
    public init(_ base: any Database) {
        self.base = base
    }

    /// Says at which statement of a write, counted from 1, the next failure is; at none for `nil`.
    ///
    /// `once`: Whether the writes after the one that failed do not.
    public func fail(
        at statement: Int?,
        with code: DatabaseError.Code = .io,
        once: Bool = false
    ) {
        plan.withLock { $0 = Plan(statement: statement, code: code, isOnce: once) }
    }

    /// Whether the failure happened that was named last.
    public var hasFailed: Bool { plan.withLock { $0.hasFailed } }

    /// The dialect of the database behind.
    public var dialect: Dialect { base.dialect }

    /// Reads from the database behind.
    public func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.read(work)
    }

    /// Writes, and fails where the test says so.
    public func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        let (statement, code) = plan.withLock { ($0.statement, $0.code) }
        guard let statement else { return try await base.write(work) }
        return try await base.write { session in
            if self.plan.withLock({ $0.isOnce && $0.hasFailed }) { return try work(session) }
            let failing = FaultySession(session, failsAt: statement) {
                self.plan.withLock { $0.hasFailed = true }
                return DatabaseError(code, "put in by a test")
            }
            return try work(failing)
        }
    }

    /// Goes straight to the database behind.
    public func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.exclusively(work)
    }

    /// Closes the database behind.
    public func close() async { await base.close() }
}
