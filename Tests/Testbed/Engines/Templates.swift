import Foundation
import PostgresDriver
import SQL

/// Databases that hold the schema already: copying one is faster than migrating anew.
actor Templates {
    static let shared = Templates()

    private var known: [String: Task<String, any Error>] = [:]
    private var count = 0

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
        let key = migrations.map { "\($0.name) \($0.hash)" }.joined(separator: " ")
        if let task = known[key] { return try await task.value }
        let name = nextName()
        let task = Task {
            try server.create(name)
            let database = try PostgresDatabase(url: server.url(of: name))
            return try await closing(database) {
                try await migrate(database, migrations)
                return name
            }
        }
        known[key] = task
        return try await task.value
    }

    private func nextName() -> String {
        count += 1
        return "test_\(getpid())_\(count)"
    }
}
