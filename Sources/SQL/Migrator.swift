public import Kernel

/// Brings a database to the schema the program was built for, and refuses any other.
///
/// Each migration's hash is recorded when it runs. One process migrates at a time; the others wait
/// and then find nothing left to do.
public struct Migrator: Sendable {
    /// The steps, in order.
    public let migrations: [Migration]

    /// Makes a migrator for a list of steps.
    public init(_ migrations: [Migration]) {
        precondition(
            migrations.map(\.name) == migrations.map(\.name).sorted(),
            "migrations are listed in the order of their names"
        )
        self.migrations = migrations
    }

    /// Runs the steps that were not run yet.
    ///
    /// - Returns: The names of those it ran.
    /// - Throws: ``DatabaseError`` `schema` when a recorded step was changed, is missing here, or
    ///   comes from a newer program; nothing was changed then.
    @discardableResult
    public func migrate(_ database: any Database, now: Timestamp) async throws -> [String] {
        let dialect = database.dialect
        return try await database.exclusively { session in
            try session.script(Self.table)
            let recorded = try Self.recorded(session)
            if let problem = problem(with: recorded) { throw problem }
            let missing = migrations.dropFirst(recorded.count)
            for migration in missing {
                try session.script(migration.sql(for: dialect))
                try session.run(
                    Self.record,
                    [.text(migration.name), .text(migration.hash), .instant(now)]
                )
            }
            return missing.map(\.name)
        }
    }

    /// Checks that the schema is the program's own, without changing anything.
    ///
    /// - Throws: ``DatabaseError`` `schema`, naming the step.
    public func verify(_ session: any Session) throws {
        let recorded = try Self.recorded(session)
        if let problem = problem(with: recorded) { throw problem }
        guard recorded.count == migrations.count else {
            let next = migrations[recorded.count].name
            throw DatabaseError(.schema, "migration \(next) was not run on this database yet")
        }
    }

    private func problem(with recorded: [(name: String, hash: String)]) -> DatabaseError? {
        for (index, done) in recorded.enumerated() {
            guard index < migrations.count else {
                let reason = "migration \(done.name) is unknown to this program: it is older than"
                return DatabaseError(.schema, "\(reason) the database, use the newer program")
            }
            let migration = migrations[index]
            guard migration.name == done.name else {
                let reason = "migration \(done.name) was run on this database and is missing here"
                return DatabaseError(.schema, reason)
            }
            guard migration.hash == done.hash else {
                let reason = "migration \(done.name) was changed after it was run on this database"
                return DatabaseError(.schema, "\(reason); restore its text and add a new one")
            }
        }
        return nil
    }

    private static func recorded(
        _ session: any Session
    ) throws -> [(name: String, hash: String)] {
        try session.rows(list) { (name: $0.text(0), hash: $0.text(1)) }
    }

    private static let table = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            name TEXT NOT NULL PRIMARY KEY,
            hash TEXT NOT NULL,
            run_at_ms BIGINT NOT NULL
        );
        """
    private static let list = Statement(
        "SELECT name, hash FROM schema_migrations ORDER BY name LIMIT 10000"
    )
    private static let record = Statement(
        "INSERT INTO schema_migrations (name, hash, run_at_ms) VALUES ($1, $2, $3)"
    )
}
