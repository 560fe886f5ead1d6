import CLibPQ
import Foundation
import Programs
import Synchronization

/// The server that the tests' databases are made on.
struct PostgresServer: Sendable {
    private let base: String

    /// The one that `PURSER_TEST_POSTGRES` names, or else one of this process's own.
    static let shared = Result<PostgresServer, any Error> {
        let named = ProcessInfo.processInfo.environment["PURSER_TEST_POSTGRES"]
        return PostgresServer(base: try named ?? Cluster.makeForThisProcess())
    }

    /// The URL of a database on it.
    func url(of database: String) -> String {
        "\(base)\(base.contains("?") ? "&" : "?")dbname=\(database)"
    }

    /// Makes a database, as a copy of another or of the server's empty one.
    func create(_ name: String, from template: String = "template0") throws {
        // The files are copied: going through the log takes twice as long for so small a database.
        try run("CREATE DATABASE \(name) TEMPLATE \(template) STRATEGY FILE_COPY")
    }

    /// Removes a database, whoever still uses it.
    func drop(_ name: String) throws {
        try run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    /// Runs one command outside of a transaction, where databases are made.
    private func run(_ command: String) throws {
        let connection = PQconnectdb(base)
        defer { PQfinish(connection) }
        let result = PQexec(connection, command)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else {
            throw PostgresTrouble(reason: String(cString: PQerrorMessage(connection)))
        }
    }
}

/// What the server had to say.
struct PostgresTrouble: Error {
    let reason: String
}
