import Foundation
import PostgresDriver
import SQL
import Simulation

/// The place of one run: an empty database, and a directory for what is beside it.
struct Scene {
    let storage: Storage
    let directory: String
    private let url: String?
    private let schema: String

    /// Makes a file, or a schema on a server.
    static func make(_ url: String?) async throws -> Scene {
        let name = "simulation_\(ProcessInfo.processInfo.processIdentifier)"
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "purser-\(name)-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: directory,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        guard let url else {
            let storage = Storage.sqlite(path: directory.appending(path: "purser.db").path)
            return Scene(storage: storage, directory: directory.path, url: nil, schema: name)
        }
        try await script("CREATE SCHEMA \(name)", on: url)
        let mark = url.contains("?") ? "&" : "?"
        let storage = Storage.postgres(url: "\(url)\(mark)options=-csearch_path%3D\(name)")
        return Scene(storage: storage, directory: directory.path, url: url, schema: name)
    }

    /// Where to look after a violation.
    var place: String { url.map { "schema \(schema) of \($0), \(directory)" } ?? directory }

    /// Removes what ``make(_:)`` made.
    func remove() async throws {
        if let url { try await Self.script("DROP SCHEMA \(schema) CASCADE", on: url) }
        try FileManager.default.removeItem(atPath: directory)
    }

    private static func script(_ sql: String, on url: String) async throws {
        let database = try PostgresDatabase(url: url)
        do {
            try await database.write { try $0.script(sql) }
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}
