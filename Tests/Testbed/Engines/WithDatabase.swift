import Kernel
import PostgresDriver
public import SQL
import SQLiteDriver

/// Runs `work` with a new database of an engine, empty but for the migrations; it is gone
/// afterwards.
///
/// Only so many databases are there at once, because tests run side by side and the server and the
/// machine have bounds. A second one inside `work` does not wait, so that two cannot wait for each
/// other.
public func withDatabase<R>(
    _ engine: Engine,
    migrations: [Migration] = [],
    _ work: (any Database) async throws -> R
) async throws -> R {
    Tally.note(engine)
    return try await Turnstile.of(engine).pass {
        switch engine {
        case .sqlite: try await withSQLite(migrations, work)
        case .postgres: try await withPostgres(migrations, work)
        }
    }
}

private func withSQLite<R>(
    _ migrations: [Migration],
    _ work: (any Database) async throws -> R
) async throws -> R {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = directory.file("purser.db")
    try await Templates.shared.copy(migrations, to: path)
    let database = try SQLiteDatabase(path: path)
    return try await closing(database) { try await work(database) }
}

private func withPostgres<R>(
    _ migrations: [Migration],
    _ work: (any Database) async throws -> R
) async throws -> R {
    let server = try PostgresServer.shared.get()
    let name = try await Templates.shared.copy(migrations, on: server)
    defer { try? server.drop(name) }
    let configuration = PostgresConfiguration(connections: 4)
    let database = try PostgresDatabase(url: server.url(of: name), configuration: configuration)
    return try await closing(database) { try await work(database) }
}

/// Closes the database however `work` ends.
func closing<R>(_ database: any Database, _ work: () async throws -> R) async throws -> R {
    do {
        let result = try await work()
        await database.close()
        return result
    } catch {
        await database.close()
        throw error
    }
}

/// Runs the steps there are; without any there is not even the table of them.
func migrate(_ database: any Database, _ migrations: [Migration]) async throws {
    guard !migrations.isEmpty else { return }
    try await Migrator(migrations).migrate(database, now: Timestamp(milliseconds: 0))
}
