import Foundation
import Testing

/// A throwaway server of the tests' own, made by the repository's script.
struct Cluster: Sendable {
    let directory: String
    let url: String

    /// The server of the suite that runs; see ``ClusterTrait``.
    @TaskLocal static var current: Cluster?

    /// Makes a server and starts it.
    static func make() async throws -> Cluster {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "purser-pg-\(UUID().uuidString.prefix(8))").path
        return Cluster(directory: directory, url: try await script("start", directory))
    }

    /// Runs `work` with a server of its own.
    static func with(_ work: (Cluster) async throws -> Void) async throws {
        let cluster = try await make()
        do {
            try await work(cluster)
        } catch {
            try await script("remove", cluster.directory)
            throw error
        }
        try await script("remove", cluster.directory)
    }

    /// Stops the server as if its machine had failed.
    func crash() async throws { try await Self.script("stop", directory, "immediate") }

    /// Starts it again.
    func start() async throws { try await Self.script("start", directory) }

    @discardableResult
    private static func script(_ arguments: String...) async throws -> String {
        let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        let process = Process()
        process.executableURL = try path()
        process.arguments = arguments
        // Nothing here has to outlive the machine.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["PURSER_PG_FSYNC": "off"]) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        try #require(status == 0, "scripts/postgres-cluster \(arguments) failed")
        return try String(contentsOf: output, encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func path() throws -> URL {
        var directory = URL(filePath: #filePath)
        while directory.path.count > 1 {
            directory.deleteLastPathComponent()
            let script = directory.appending(path: "scripts/postgres-cluster")
            if FileManager.default.isExecutableFile(atPath: script.path) { return script }
        }
        throw CocoaError(.fileNoSuchFile)
    }
}

/// Runs a suite with one server for all of its tests, and removes it after the last.
struct ClusterTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Cluster.with { cluster in
            try await Cluster.$current.withValue(cluster) { try await function() }
        }
    }
}

extension Trait where Self == ClusterTrait {
    /// One server for the suite.
    static var cluster: Self { Self() }
}
