public import SQL

/// A database in which the work of every write runs twice, as after a lost conflict or beside a
/// write that failed; of the first run nothing remains.
public final class RerunDatabase: Database {
    private struct Undone: Error {}

    private let base: any Database

    /// Stands before a database.
    public init(_ base: any Database) {
        self.base = base
    }

    /// That of the database behind.
    public var dialect: Dialect { base.dialect }

    /// Passes on.
    public func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.read(work)
    }

    /// Runs `work`, undoes it, and runs it again.
    public func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.write { session in
            try? session.savepoint {
                _ = try work(session)
                throw Undone()
            }
            return try work(session)
        }
    }

    /// Passes on: a migration runs once.
    public func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.exclusively(work)
    }

    /// Closes the database behind.
    public func close() async { await base.close() }
}
