import Foundation
import Programs
import Testing

/// A running server with one parent, for a browser.
struct Served: Sendable {
    static let email = "parent@example.com"
    static let password = "password123"

    /// Where it is.
    let url: String

    /// Runs `work` with a server over a new database; both are gone afterwards.
    ///
    /// `host`: What the server's public URL calls its host; without it the server is reached by its
    /// address, and its public URL is another one.
    static func with(
        host: String? = nil,
        _ work: (Served) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "purser-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let flags = [
            "--database", "sqlite://\(folder.path)/purser.db", "--keys",
            "\(folder.path)/purser.keys",
        ]
        let created = try await Program.run(["user", "create", email] + flags, input: password)
        try #require(created.isSuccess, "\(created.errors)")
        let (child, served) = try await start(host, flags)
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
        _ host: String?,
        _ flags: [String],
        attempts: Int = 5
    ) async throws -> (Child, Served) {
        let port = host == nil ? 0 : try await Python.freePort()
        let named = host.map { ["--public-url", "http://\($0):\(port)"] } ?? []
        let child = try Child([try Program.path(), "serve", "--port", "\(port)"] + named + flags)
        do {
            let url = "http://\(host ?? "127.0.0.1"):\(try await Self.port(of: child))"
            return (child, Served(url: url))
        } catch let ended as EndedEarly
            where attempts > 1 && ended.errors.contains("Address already in use")
        {
            return try await start(host, flags, attempts: attempts - 1)
        } catch {
            try await child.remove()
            throw error
        }
    }

    private static func port(of child: Child) async throws -> Int {
        let log = /"message":"listening","address":"127\.0\.0\.1:([0-9]+)"/
        try await child.writes(#""message":"listening""#)
        return try #require(child.errors.firstMatch(of: log).flatMap { Int($0.1) })
    }
}

/// Python that drives a browser, in the environment that scripts/setup makes.
enum Script {
    /// Runs a script of this folder to its end.
    static func run(_ name: String, _ arguments: [String]) async throws -> Program.Result {
        for tool in ["/usr/bin/chromium", "/usr/bin/chromedriver"] {
            guard FileManager.default.isExecutableFile(atPath: tool) else {
                throw NoBrowser(description: "\(tool) is missing: run scripts/setup")
            }
        }
        let script = Program.root.appending(path: "Tests/Browser/\(name)").path
        return try await Program.run(
            command: [try Python.path, script] + arguments,
            environment: ["PYTHONDONTWRITEBYTECODE": "1"]
        )
    }
}

/// Something that a browser needs is not on the machine.
struct NoBrowser: Error, CustomStringConvertible {
    let description: String
}
