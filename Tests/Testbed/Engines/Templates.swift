import Foundation
import PostgresDriver
import SQL
import SQLiteDriver

/// Databases that hold the schema already: copying one is faster than migrating anew.
actor Templates {
    static let shared = Templates()

    private var files: [String: Task<Data, any Error>] = [:]
    private var databases: [String: Task<String, any Error>] = [:]
    private var count = 0

    // MARK: SQLite

    /// Makes a file with the migrations; without any there is none.
    func copy(_ migrations: [Migration], to path: String) async throws {
        guard !migrations.isEmpty else { return }
        let content = try await content(migrations)
        let attributes = [FileAttributeKey.posixPermissions: 0o600]
        let manager = FileManager.default
        guard manager.createFile(atPath: path, contents: content, attributes: attributes) else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    private func content(_ migrations: [Migration]) async throws -> Data {
        let key = Self.key(migrations)
        if let task = files[key] { return try await task.value }
        let task = Task {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let path = directory.file("template.db")
            let database = try SQLiteDatabase(path: path)
            // Closed, it is one file that holds everything.
            try await closing(database) { try await migrate(database, migrations) }
            return try Data(contentsOf: URL(filePath: path))
        }
        files[key] = task
        return try await task.value
    }

    // MARK: PostgreSQL

    /// Makes a database with the migrations.
    ///
    /// - Returns: Its name.
    func copy(_ migrations: [Migration], on server: PostgresServer) async throws -> String {
        let template = try await template(migrations, on: server)
        let name = nextName()
        try server.create(name, from: template)
        return name
    }

    private func template(
        _ migrations: [Migration],
        on server: PostgresServer
    ) async throws -> String {
        guard !migrations.isEmpty else { return "template0" }
        let key = Self.key(migrations)
        if let task = databases[key] { return try await task.value }
        let name = nextName()
        let task = Task {
            try server.create(name)
            let database = try PostgresDatabase(url: server.url(of: name))
            return try await closing(database) {
                try await migrate(database, migrations)
                return name
            }
        }
        databases[key] = task
        return try await task.value
    }

    private func nextName() -> String {
        count += 1
        return "test_\(getpid())_\(count)"
    }

    private static func key(_ migrations: [Migration]) -> String {
        migrations.map { "\($0.name) \($0.hash)" }.joined(separator: " ")
    }
}
