import CSQLite
import SQL
import Testbed
import Testing

@testable import SQLiteDriver

/// A table to write to.
enum Entries {
    static let schema = """
        CREATE TABLE entries (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE notes (
            id INTEGER PRIMARY KEY,
            entry BIGINT NOT NULL REFERENCES entries (id) DEFERRABLE INITIALLY DEFERRED
        );
        """
    static let insert = Statement("INSERT INTO entries (name) VALUES ($1)")
    static let names = Statement("SELECT name FROM entries ORDER BY name LIMIT 10000")
    static let note = Statement("INSERT INTO notes (entry) VALUES ($1)")
}

extension Database {
    /// Writes an entry.
    func put(_ name: String) async throws {
        _ = try await write { try $0.run(Entries.insert, [.text(name)]) }
    }

    /// The names of all entries, as a reader sees them.
    func entries() async throws -> [String] {
        try await read { session in try session.rows(Entries.names) { $0.text(0) } }
    }
}

/// A database of the driver and where its files lie.
struct SQLiteFixture: Sendable {
    let database: SQLiteDatabase
    let path: String
    /// The write-ahead log.
    var log: String { path + "-wal" }
    /// What is there while the log is written back.
    var mark: String { path + "-checkpoint" }
}

/// Runs `work` with a database that has the table.
func withFixture<R>(
    _ bounds: Bounds = Bounds(),
    _ work: (SQLiteFixture) async throws -> R
) async throws -> R {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = directory.file("desk.db")
    FaultyFiles.follow(path)
    FaultyFiles.follow(path + "-wal")
    let database = try SQLiteDatabase(path: path, bounds: bounds)
    do {
        try await database.exclusively { try $0.script(Entries.schema) }
        let result = try await work(SQLiteFixture(database: database, path: path))
        await database.close()
        return result
    } catch {
        await database.close()
        throw error
    }
}

/// The code of the error that `work` throws.
func code(_ work: () async throws -> Void) async -> DatabaseError.Code? {
    do {
        try await work()
        return nil
    } catch {
        return (error as? DatabaseError)?.code
    }
}

/// Another program on the same file.
final class OtherProgram {
    private var handle: OpaquePointer?

    init(_ path: String) throws {
        try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    }

    deinit { sqlite3_close(handle) }

    /// Runs statements, without waiting for locks.
    func run(_ sql: String) throws {
        try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }

    /// Takes the lock of writers just before another connection of this thread begins to write.
    func takesTurn(beforeNextBeginOf connection: OpaquePointer) {
        sqlite3_trace_v2(
            connection,
            UInt32(SQLITE_TRACE_STMT),
            { _, context, statement, _ in
                let statement = statement.map { OpaquePointer($0) }
                guard let sql = sqlite3_sql(statement), String(cString: sql).hasPrefix("BEGIN")
                else { return 0 }
                sqlite3_trace_v2(sqlite3_db_handle(statement), 0, nil, nil)
                // SAFETY: the test holds the program until its end.
                let other = context.map { Unmanaged<OtherProgram>.fromOpaque($0) }
                try? other?.takeUnretainedValue().run("BEGIN IMMEDIATE")
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// The first column of the first row.
    func integer(_ sql: String) throws -> Int {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        try #require(sqlite3_step(statement) == SQLITE_ROW)
        return Int(sqlite3_column_int64(statement, 0))
    }

    /// The same as text.
    func text(_ sql: String) throws -> String {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        try #require(sqlite3_step(statement) == SQLITE_ROW)
        return String(cString: sqlite3_column_text(statement, 0))
    }
}
