import PostgresDriver
public import SQL
import SQLiteDriver

/// Where a simulation keeps what it does, so that it can be closed and opened again.
public enum Storage: Sendable, Equatable, Codable {
    /// A file.
    case sqlite(path: String)
    /// A database of a server.
    case postgres(url: String)

    /// Sets the engines up as the program does; in programs of their own, before anything else.
    public static func setUpProcess() {
        precondition(SQLiteDatabase.setUpProcess(), "SQLite is not in use yet")
    }

    /// Opens the database.
    ///
    /// - Throws: `DatabaseError`.
    public func open() throws -> any Database {
        switch self {
        case .sqlite(let path): try SQLiteDatabase(path: path)
        case .postgres(let url): try PostgresDatabase(url: url)
        }
    }

    /// The engine's name, as the command line takes it.
    public var engine: String {
        switch self {
        case .sqlite: "sqlite"
        case .postgres: "postgres"
        }
    }
}
