import Foundation

/// A throwaway PostgreSQL server, made by the repository's script.
public struct Cluster: Sendable {
    /// Where its files are.
    public let directory: String
    /// How it is reached.
    public let url: String

    /// Makes a server and starts it; nothing that it holds outlives the machine.
    public static func make() async throws -> Cluster {
        let directory = "\(place)/purser-pg-\(UUID().uuidString.prefix(8).lowercased())"
        let url = try await script("start", directory)
        return Cluster(directory: directory, url: url)
    }

    /// Runs `work` with a server of its own, which is gone afterwards.
    public static func with<R>(_ work: (Cluster) async throws -> R) async throws -> R {
        let cluster = try await make()
        let result: R
        do {
            result = try await work(cluster)
        } catch {
            try await cluster.remove()
            throw error
        }
        try await cluster.remove()
        return result
    }

    /// Makes a server for the whole life of this process, in the way of the calling thread.
    ///
    /// - Returns: Its URL.
    /// - Throws: ``ClusterTrouble``.
    public static func makeForThisProcess() throws -> String {
        atexit { Cluster.removeOfThisProcess() }
        return try scriptBlocking("start", directoryOfThisProcess)
    }

    private static let directoryOfThisProcess = "\(place)/purser-own-\(getpid())"

    /// The directory that `PURSER_TEST_CLUSTERS` names, or `/tmp`.
    ///
    /// Short, because the path of a socket is; readable, because the server has a user of its own.
    private static let place =
        ProcessInfo.processInfo.environment["PURSER_TEST_CLUSTERS"] ?? "/tmp"

    private static func removeOfThisProcess() {
        _ = try? scriptBlocking("remove", directoryOfThisProcess)
    }

    /// Stops the server as if its machine had failed.
    public func crash() async throws {
        try await Self.script("stop", directory, "immediate")
    }

    /// Starts it again.
    public func start() async throws {
        try await Self.script("start", directory)
    }

    /// Stops it and deletes its files.
    public func remove() async throws {
        try await Self.script("remove", directory)
    }

    private static let environment = ["PURSER_PG_FSYNC": "off"]

    @discardableResult
    private static func script(_ arguments: String...) async throws -> String {
        try text(
            arguments,
            try await Program.run(command: [path] + arguments, environment: environment)
        )
    }

    @discardableResult
    private static func scriptBlocking(_ arguments: String...) throws -> String {
        try text(
            arguments,
            try Program.runBlocking(command: [path] + arguments, environment: environment)
        )
    }

    private static var path: String {
        Program.root.appending(path: "scripts/postgres-cluster").path
    }

    private static func text(_ arguments: [String], _ result: Program.Result) throws -> String {
        guard result.isSuccess else {
            throw ClusterTrouble(command: arguments, errors: result.errors)
        }
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The script had something to complain about.
public struct ClusterTrouble: Error {
    /// What it was told.
    public let command: [String]
    /// What it said.
    public let errors: String
}
