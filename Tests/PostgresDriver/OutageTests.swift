import Foundation
import PostgresDriver
import Programs
import SQL
import Synchronization
import Testing

/// Each test stops a server of its own.
@Suite("PostgreSQL: outages")
struct OutageTests {
    private static let insert = Statement("INSERT INTO notes (id) VALUES ($1)")
    private static let ids = Statement("SELECT id FROM notes ORDER BY id LIMIT 1000000")
    private static let table = "CREATE TABLE notes (id BIGINT PRIMARY KEY)"

    @Test("after an outage the same statements work again, by themselves")
    func resumes() async throws {
        try await Cluster.with { cluster in
            let database = try PostgresDatabase(url: cluster.url)
            try await database.write { try $0.script(Self.table) }
            _ = try await database.write { try $0.run(Self.insert, [.integer(1)]) }
            try await cluster.crash()
            for id in 2...20 {
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { try $0.run(Self.insert, [.count(id)]) }
                }
                #expect(error?.code == .unavailable)
            }
            try await cluster.start()
            try await untilAvailable {
                try await database.write { try $0.run(Self.insert, [.integer(21)]) }
            }
            let ids = try await database.read { try $0.rows(Self.ids) { $0.integer(0) } }
            #expect(ids == [1, 21])
            await database.close()
        }
    }

    @Test("a server that was started anew between two calls is not noticed")
    func restarted() async throws {
        try await Cluster.with { cluster in
            let database = try PostgresDatabase(url: cluster.url)
            try await database.write { try $0.script(Self.table) }
            for id in 1...3 {
                _ = try await database.write { try $0.run(Self.insert, [.count(id)]) }
                try await database.exclusively { _ in }
                try await cluster.crash()
                try await cluster.start()
            }
            let ids = try await database.read { try $0.rows(Self.ids) { $0.integer(0) } }
            #expect(ids == [1, 2, 3])
            await database.close()
        }
    }

    /// What each write was told.
    private final class Told: Sendable {
        struct Lists {
            var done: Set<Int64> = []
            var unknown: Set<Int64> = []
            var refused: Set<Int64> = []
            var isOver = false
        }

        let lists = Mutex(Lists())

        func has<R: Sendable>(_ read: (Lists) -> R) -> R { lists.withLock { read($0) } }
    }

    @Test("under load, what was acknowledged is there and what was refused is not")
    func underLoad()
        async throws
    {
        try await Cluster.with { cluster in
            let configuration = PostgresConfiguration(connections: 8)
            let database = try PostgresDatabase(url: cluster.url, configuration: configuration)
            try await database.write { try $0.script(Self.table) }
            let told = Told()
            try await withThrowingTaskGroup { group in
                for writer in 0..<32 {
                    group.addTask {
                        try await Self.write(from: Int64(writer) << 32, database, told)
                    }
                }
                for _ in 1...3 {
                    try await grows { told.has { $0.done.count } }
                    try await cluster.crash()
                    try await grows { told.has { $0.refused.count } }
                    try await cluster.start()
                    try await grows { told.has { $0.done.count } }
                }
                told.lists.withLock { $0.isOver = true }
                try await group.waitForAll()
            }
            let ids = try await database.read { try $0.rows(Self.ids) { $0.integer(0) } }
            await database.close()
            let stored = Set(ids)
            let lists = told.has { $0 }
            #expect(lists.done.isSubset(of: stored))
            #expect(lists.refused.isDisjoint(with: stored))
            #expect(stored.subtracting(lists.done).isSubset(of: lists.unknown))
        }
    }

    private static func write(
        from first: Int64,
        _ database: PostgresDatabase,
        _ told: Told
    ) async throws {
        var id = first
        while !told.has(\.isOver) {
            id += 1
            do {
                _ = try await database.write { [id] in try $0.run(insert, [.integer(id)]) }
                _ = told.lists.withLock { $0.done.insert(id) }
            } catch let error as DatabaseError where error.code == .unavailable {
                let isUnknown = error.engineCode == "08007"
                _ = told.lists.withLock { lists in
                    isUnknown ? lists.unknown.insert(id) : lists.refused.insert(id)
                }
            }
        }
    }

    /// Waits until a count has grown.
    private func grows(_ count: () -> Int) async throws {
        let (start, deadline) = (count(), ContinuousClock.now + .seconds(60))
        while count() < start + 50 {
            try #require(.now < deadline, "nothing went on for a minute")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Tries until the server is back.
    private func untilAvailable(_ work: () async throws -> Int) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            do {
                _ = try await work()
                return
            } catch let error as DatabaseError where error.code == .unavailable {
                try #require(.now < deadline, "the server did not come back for a minute")
            }
        }
    }
}
