import Foundation
import Programs
import Testing

/// authlib, an OAuth client by other hands, asks a server that runs.
@Suite("authlib as a client")
struct AuthlibTests {
    private static let email = "parent@example.com"
    private static let password = "password123"

    @Test("signs in, exchanges, checks, renews, and is refused where it must be")
    func wholeWay() async throws {
        let script = Program.root.appending(path: "Tests/OAuthPeer/authlib_client.py").path
        try await Self.serving { url in
            let result = try await Program.run(
                command: [try Python.path, script, url, Self.email, Self.password],
                environment: ["AUTHLIB_INSECURE_TRANSPORT": "1"]
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
            let steps = [
                "discovered", "signed in", "refused: invalid_grant", "exchanged", "renewed",
                "refused: invalid_grant", "ended", "refused: plain", "",
            ]
            #expect(result.output == steps.joined(separator: "\n"))
        }
    }

    /// Runs `work` with a server that knows one parent, and is gone afterwards.
    private static func serving(_ work: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "purser-authlib-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "purser.db").path
        let created = try await Program.run(
            ["user", "create", email, "--database", database],
            input: password + "\n"
        )
        try #require(created.isSuccess, "\(created.errors)")
        let port = try await Python.freePort()
        let url = "http://127.0.0.1:\(port)"
        let child = try Child(
            [
                try Program.path(), "serve", "--database", database, "--port", "\(port)",
                "--public-url", url,
            ]
        )
        do {
            try await until("the server listens") {
                try #require(child.isRunning, "the server ended: \(child.errors)")
                return child.errors.contains(#""message":"listening""#)
            }
            try await work(url)
        } catch {
            try await child.remove()
            throw error
        }
        try await child.remove()
    }
}
