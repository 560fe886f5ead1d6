import Foundation
import Testing

/// A throwaway PostgreSQL server of a test's own, made by the repository's script.
struct Cluster: Sendable {
    let directory: String
    let url: String

    /// Runs `work` with a server, which is gone afterwards.
    static func with(_ work: (Cluster) async throws -> Void) async throws {
        // Short, because the path of a socket is; readable, because the server has a user of its
        // own.
        let directory = "/tmp/purser-faults-\(UUID().uuidString.prefix(8).lowercased())"
        let url = try await script("start", directory)
        do {
            try await work(Cluster(directory: directory, url: url))
        } catch {
            try await script("remove", directory)
            throw error
        }
        try await script("remove", directory)
    }

    /// Stops the server as if it had crashed.
    func crash() async throws { try await Self.script("stop", directory, "immediate") }

    /// Starts it again.
    func start() async throws { try await Self.script("start", directory) }

    @discardableResult
    private static func script(_ arguments: String...) async throws -> String {
        let path = Program.root.appending(path: "scripts/postgres-cluster").path
        let result = try await Program.run(command: [path] + arguments)
        try #require(result.isSuccess, "scripts/postgres-cluster \(arguments): \(result.errors)")
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
