import Foundation
import PostgresDriver
import SQL
import SQLiteDriver
import Testbed

/// Where an installation keeps everything, to be read behind the program's back.
enum Storage: Sendable {
    case sqlite(path: String)
    case postgres(url: String)
    /// A file that only a copy of can be read, and only while nobody writes.
    case copied(path: String)

    /// What `--database` takes.
    var url: String {
        switch self {
        case .sqlite(let path), .copied(let path): "sqlite://\(path)"
        case .postgres(let url): url
        }
    }

    /// Opens it beside whatever else uses it.
    func with<R>(_ work: (any Database) async throws -> R) async throws -> R {
        switch self {
        case .sqlite(let path): return try await Self.with(try SQLiteDatabase(path: path), work)
        case .postgres(let url):
            let few = PostgresConfiguration(connections: 2)
            return try await Self.with(try PostgresDatabase(url: url, configuration: few), work)
        case .copied(let path):
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            for end in ["", "-wal"] where FileManager.default.fileExists(atPath: path + end) {
                let copy = directory.file("copy.db\(end)")
                try FileManager.default.copyItem(atPath: path + end, toPath: copy)
            }
            let copy = try SQLiteDatabase(path: directory.file("copy.db"))
            return try await Self.with(copy, work)
        }
    }

    private static func with<R>(
        _ database: any Database,
        _ work: (any Database) async throws -> R
    ) async throws -> R {
        do {
            let result = try await work(database)
            await database.close()
            return result
        } catch {
            await database.close()
            throw error
        }
    }

    /// Changes something as nobody should.
    func tamper(_ statement: Statement) async throws -> Int {
        try await with { database in try await database.write { try $0.run(statement) } }
    }

    /// How many rows a statement counts.
    func count(_ statement: Statement) async throws -> Int {
        try await with { database in
            try await database.read { session in
                Int(try session.first(statement) { $0.integer(0) } ?? 0)
            }
        }
    }

    /// Every decision's id, and every one that is remembered under a key.
    func decisions() async throws -> (all: [String], byKey: [String: String]) {
        try await with { database in
            try await database.read { session in
                let all = try session.rows(Self.decisions) { $0.text(0) }
                let remembered = try session.rows(Self.remembered) { row in
                    let body = Data(row.text(1).utf8)
                    let content = try JSONDecoder().decode(Answer.Content.self, from: body)
                    return (row.text(0), content.decisionID ?? "none")
                }
                return (all, Dictionary(uniqueKeysWithValues: remembered))
            }
        }
    }

    private static let decisions = Statement("SELECT id FROM decisions ORDER BY id")
    private static let remembered = Statement(
        "SELECT key, body FROM idempotency_keys WHERE operation = 'POST /guardian/authorize'"
    )
}
