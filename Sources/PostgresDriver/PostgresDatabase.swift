public import SQL

/// A PostgreSQL server behind ``Database``, reached through libpq.
///
/// Calls wait in one bounded queue and are run by a pool of connections, each on a thread of its
/// own, so that libpq never blocks a thread of Swift's concurrency. A connection that is lost is
/// opened again; while the server cannot be reached, calls fail at once as `unavailable`.
public final class PostgresDatabase: Database {
    private let pool: Pool

    /// Opens a database; the server itself is reached by the first call.
    ///
    /// - Parameters:
    ///   - url: What libpq takes as a connection string, such as `postgresql://user@host/name` or
    ///     `postgresql:///name?host=/socket/directory`. A password may also come from `PGPASSWORD`
    ///     or the password file.
    ///   - configuration: The bounds of its use.
    /// - Throws: ``DatabaseError`` `statement` when the URL cannot be read.
    public init(
        url: String,
        configuration: PostgresConfiguration = PostgresConfiguration()
    ) throws(DatabaseError) {
        pool = Pool(try Server(url, configuration), configuration)
    }

    deinit { pool.shut() }

    /// ``Dialect/postgres``.
    public var dialect: Dialect { .postgres }

    /// Runs reads that all see one state of the database.
    ///
    /// The transaction is REPEATABLE READ READ ONLY: its snapshot holds exactly what was committed
    /// before it, which, all writes being serializable, is what some serial run of them left, so
    /// every invariant holds in it. It never blocks or fails a write, as a serializable read
    /// could. What it does not promise is a place in the final serial order: a report may show a
    /// write and miss another that was still under way and counts as earlier (the read-only
    /// anomaly). What decides must therefore read inside ``write(_:)``.
    ///
    /// - Throws: ``DatabaseError``, and what `work` throws.
    public func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await call(.read, work)
    }

    /// Runs reads and writes as one SERIALIZABLE transaction; durable when this returns.
    ///
    /// - Throws: ``DatabaseError``, and what `work` throws. `unavailable` with the engine's code
    ///   `08007` says that the connection was lost during COMMIT: the write may have been done.
    public func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await call(.write, work)
    }

    /// Runs a transaction while no other process runs one this way; for migrations.
    ///
    /// Its statements, and the waiting for its turn, take as long as they take.
    ///
    /// - Throws: ``DatabaseError``, and what `work` throws.
    public func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await call(.exclusive, work)
    }

    /// Finishes what was accepted and closes every connection; later calls throw `unavailable`.
    public func close() async {
        await withCheckedContinuation { pool.shut(then: $0) }
    }

    private func call<R: Sendable>(
        _ kind: TransactionKind,
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            pool.submit(Transaction(kind, work, continuation))
        }
    }
}
