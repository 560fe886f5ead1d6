import Foundation
import Programs
import Testbed
import Testing

/// One installation: its database, its keys, and a parent who may sign in.
struct House: Sendable {
    static let email = "parent@example.com"
    static let password = "password123"

    /// A folder of its own.
    let folder: String
    /// The database as the test reaches it.
    let storage: Storage
    /// The database as the program reaches it.
    let database: String
    /// The key file.
    let keys: String
    /// What a command line begins with, for a program that runs somewhere else.
    let prefix: [String]

    /// Runs `work` with an installation on an engine.
    static func with(_ engine: Engine, _ work: (House) async throws -> Void) async throws {
        switch engine {
        case .sqlite:
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let storage = Storage.sqlite(path: directory.file("purser.db"))
            try await work(try await make(in: directory.path, storage))
        case .postgres:
            try await Cluster.with { try await with($0, work) }
        }
    }

    /// Runs `work` with an installation on a PostgreSQL server.
    static func with(_ cluster: Cluster, _ work: (House) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        try await work(try await make(in: directory.path, .postgres(url: cluster.url)))
    }

    /// Runs `work` with an installation whose database lies on a small disk; the keys do not.
    static func with(_ disk: TinyDisk, _ work: (House) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let house = House(
            folder: directory.path,
            storage: .copied(path: "\(disk.view)/purser.db"),
            database: "sqlite://\(disk.path)/purser.db",
            keys: directory.file("purser.keys"),
            prefix: disk.prefix
        )
        try await house.createParent()
        try await work(house)
    }

    private static func make(in folder: String, _ storage: Storage) async throws -> House {
        let house = House(
            folder: folder,
            storage: storage,
            database: storage.url,
            keys: "\(folder)/purser.keys",
            prefix: []
        )
        try await house.createParent()
        return house
    }

    private func createParent() async throws {
        let result = try await run(["user", "create", Self.email], input: Self.password)
        try #require(result.isSuccess, "\(result.errors)")
    }

    /// What tells a command where everything is.
    var flags: [String] { ["--database", database, "--keys", keys] }

    /// The command line of a command.
    func command(_ arguments: [String]) throws -> [String] {
        prefix + [try Program.path()] + arguments + flags
    }

    /// Runs a command of the program.
    func run(_ arguments: [String], input: String = "") async throws -> Program.Result {
        try await Program.run(command: try command(arguments), input: input)
    }

    /// Runs `work` with a server, which is gone afterwards.
    func serving(
        _ flags: [String] = [],
        ports: Int = 1,
        _ work: (Server) async throws -> Void
    ) async throws {
        let server = try await Server.start(try command(["serve"] + flags), ports: ports)
        do {
            try await work(server)
        } catch {
            try await server.child.remove()
            throw error
        }
        try await server.child.remove()
    }

    /// Asks `purser verify`.
    func expectBooksFit() async throws {
        let result = try await run(["verify"])
        #expect(result.isSuccess, "\(result.output)\(result.errors)")
        #expect(result.output.hasPrefix("everything fits: 1 households"), "\(result.output)")
    }
}
