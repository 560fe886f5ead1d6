import Foundation

/// A running server with one parent, for a client of another kind.
public struct Served: Sendable {
    /// The parent's e-mail address.
    public static let email = "parent@example.com"
    /// The parent's password.
    public static let password = "password123"

    /// An app that does not belong to the house, and where it goes on.
    private static let client = "budget-app=https://budget.example.com/back"

    /// Where it is.
    public let url: String
    /// The server's process.
    public let pid: Int32
    /// What starts it again at the same address, with the same database and keys.
    public let command: [String]

    /// Runs `work` with a server over a new database; both are gone afterwards.
    ///
    /// `host`: What the server's public URL calls its host; without it the server is reached by its
    /// address, and its public URL is another one. `options`: What it is started with besides.
    public static func with(
        host: String? = nil,
        options: [String] = [],
        _ work: (Served) async throws -> Void
    ) async throws {
        try await inFolder { flags in
            let created = try await Program.run(
                ["user", "create", email] + flags,
                input: password
            )
            guard created.isSuccess else { throw EndedEarly(errors: created.errors) }
            let clients = ["--oauth-clients", client]
            try await serving("serve", host, flags + clients + options, work)
        }
    }

    /// Runs `work` with the server of a new demo household; both are gone afterwards.
    public static func withDemo(_ work: (Served) async throws -> Void) async throws {
        try await inFolder { flags in try await serving("demo", nil, flags, work) }
    }

    /// Runs `work` with the flags of a database in a folder that is gone afterwards.
    private static func inFolder(_ work: ([String]) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "purser-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await work([
            "--database", "sqlite://\(folder.path)/purser.db", "--keys",
            "\(folder.path)/purser.keys",
        ])
    }

    private static func serving(
        _ command: String,
        _ host: String?,
        _ flags: [String],
        _ work: (Served) async throws -> Void
    ) async throws {
        let (child, served) = try await start(command, host, flags)
        do {
            try await work(served)
        } catch {
            try await child.remove()
            throw error
        }
        try await child.remove()
    }

    /// Starts the server, anew where somebody else took the port that its public URL had to name
    /// before.
    private static func start(
        _ command: String,
        _ host: String?,
        _ flags: [String],
        attempts: Int = 5
    ) async throws -> (Child, Served) {
        let port = host == nil ? 0 : try await Python.freePort()
        let named = host.map { ["--public-url", "http://\($0):\(port)"] } ?? []
        let program = [try Program.path(), command]
        let child = try Child(program + ["--port", "\(port)"] + named + flags)
        do {
            let taken = try await Self.port(of: child)
            let again = program + ["--port", "\(taken)"] + named + flags
            let url = "http://\(host ?? "127.0.0.1"):\(taken)"
            return (child, Served(url: url, pid: child.pid, command: again))
        } catch let ended as EndedEarly
            where attempts > 1 && ended.errors.contains("Address already in use")
        {
            return try await start(command, host, flags, attempts: attempts - 1)
        } catch {
            try await child.remove()
            throw error
        }
    }

    private static func port(of child: Child) async throws -> Int {
        let log = /"message":"listening","address":"127\.0\.0\.1:([0-9]+)"/
        try await child.writes(#""message":"listening""#)
        guard let port = child.errors.firstMatch(of: log).flatMap({ Int($0.1) }) else {
            throw EndedEarly(errors: child.errors)
        }
        return port
    }
}
