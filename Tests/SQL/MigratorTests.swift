import Kernel
import SQL
import Testbed
import Testing

@Suite("Migrations")
struct MigratorTests {
    private static let first = Migration(name: "m0001_one", sql: "CREATE TABLE one (a BIGINT);")
    private static let second = Migration(name: "m0002_two", sql: "CREATE TABLE two (a BIGINT);")
    private static let now = Timestamp(milliseconds: 1_763_700_000_000)

    @Test("run in order, once, whoever comes at the same time", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await withDatabase(engine) { database in
            let migrator = Migrator([Self.first, Self.second])
            let runs = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<8 {
                    group.addTask { try await migrator.migrate(database, now: Self.now) }
                }
                return try await group.reduce(into: [[String]]()) { $0.append($1) }
            }
            #expect(runs.filter { !$0.isEmpty } == [["m0001_one", "m0002_two"]])
            try await database.read { try migrator.verify($0) }
        }
    }

    @Test("go on where they stopped", arguments: Engine.all)
    func more(engine: Engine) async throws {
        try await withDatabase(engine) { database in
            try await Migrator([Self.first]).migrate(database, now: Self.now)
            let both = Migrator([Self.first, Self.second])
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try both.verify($0) }
            }
            #expect(error?.code == .schema)
            #expect(error?.reason.contains("m0002_two") == true)
            #expect(try await both.migrate(database, now: Self.now) == ["m0002_two"])
        }
    }

    /// What a program brings to a database on which ``first`` and ``second`` were run.
    struct Stranger: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let migrations: [Migration]
        let named: String
    }

    static let strangers = [
        Stranger(
            testDescription: "a changed step",
            migrations: [
                first, Migration(name: second.name, sql: second.sql + " "),
                Migration(name: "m0003_three", sql: "CREATE TABLE three (a BIGINT);"),
            ],
            named: second.name
        ),
        Stranger(testDescription: "a missing step", migrations: [second], named: first.name),
        Stranger(testDescription: "an older program", migrations: [first], named: second.name),
    ]

    @Test("of another program are refused by name", arguments: Engine.all, strangers)
    func refused(engine: Engine, stranger: Stranger) async throws {
        try await withDatabase(engine) { database in
            try await Migrator([Self.first, Self.second]).migrate(database, now: Self.now)
            let error = await #expect(throws: DatabaseError.self) {
                try await Migrator(stranger.migrations).migrate(database, now: Self.now)
            }
            #expect(error?.code == .schema)
            #expect(error?.reason.contains(stranger.named) == true)
            try await database.read { try Migrator([Self.first, Self.second]).verify($0) }
        }
    }

    @Test(
        "a step that fails leaves nothing of itself and of those before it",
        arguments: Engine.all
    )
    func failed(engine: Engine) async throws {
        try await withDatabase(engine) { database in
            let broken = Migration(name: "m0002_two", sql: "CREATE TABLE two (a BIGINT); NONSENSE;")
            await #expect(throws: DatabaseError.self) {
                try await Migrator([Self.first, broken]).migrate(database, now: Self.now)
            }
            let migrator = Migrator([Self.first, Self.second])
            let names = try await migrator.migrate(database, now: Self.now)
            #expect(names == ["m0001_one", "m0002_two"])
        }
    }

    @Test("an identity counts up and never comes back", arguments: Engine.all)
    func identity(engine: Engine) async throws {
        try await withThings(engine) { database in
            let ids = try await database.write { session in
                var ids: [Int64] = []
                for name in ["a", "b", "c"] {
                    let id = try session.first(Things.insertReturning, [.text(name)]) {
                        $0.integer(0)
                    }
                    ids.append(try #require(id))
                }
                try session.run(Things.delete, [.integer(ids[1])])
                let next = try session.first(Things.insertReturning, [.text("d")]) { $0.integer(0) }
                return ids + [try #require(next)]
            }
            #expect(ids == [1, 2, 3, 4])
        }
    }
}
