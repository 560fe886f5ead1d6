public import SQL
import Store

/// Runs `work` with a new database of the engine that has the program's schema.
public func withMigratedDatabase<R>(
    _ engine: Engine,
    _ work: (any Database) async throws -> R
) async throws -> R {
    try await withDatabase(engine, migrations: Migrations.all, work)
}
