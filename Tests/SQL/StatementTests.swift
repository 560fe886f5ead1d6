import SQL
import Testbed
import Testing

@Suite("Statements")
struct StatementTests {
    @Test("tell how many rows they changed", arguments: Engine.all)
    func changes(engine: Engine) async throws {
        try await withThings(engine) { database in
            let counts = try await database.write { session in
                [
                    try session.run(Self.insertThree, []),
                    try session.run(Self.double, [.integer(2)]),
                    try session.run(Self.double, [.integer(9)]),
                    try session.run(Self.insertQuietly, [.text("a")]),
                    try session.run(Self.insertQuietly, [.text("d")]),
                    try session.run(Self.deleteAll, []),
                    try session.run(Self.deleteAll, []),
                ]
            }
            #expect(counts == [3, 2, 0, 0, 1, 4, 0])
        }
    }

    @Test("hand out rows until the visitor has seen enough", arguments: Engine.all)
    func earlyStop(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.write { session in
                try session.run(Self.insertThree)
                var seen: [String] = []
                try session.visit(Things.names, []) { row in
                    seen.append(row.text(0))
                    return seen.count < 2
                }
                #expect(seen == ["a", "b"])
                #expect(try session.rows(Things.names) { $0.text(0) } == ["a", "b", "c"])
            }
        }
    }

    @Test("give nothing for a result without rows", arguments: Engine.all)
    func empty(engine: Engine) async throws {
        try await withThings(engine) { database in
            let first = try await database.read { session in
                try session.first(Things.names) { $0.text(0) }
            }
            #expect(first == nil)
        }
    }

    @Test("can write and return, also when only the first row is wanted", arguments: Engine.all)
    func returning(engine: Engine) async throws {
        try await withThings(engine) { database in
            let id = try await database.write { session in
                let id = try session.first(Things.insertReturning, [.text("a")]) { $0.integer(0) }
                let ids = try session.rows(Self.doubleReturning) { $0.integer(0) }
                #expect(ids == [id])
                return id
            }
            #expect(id == 1)
            try await expectNames(["a"], database)
        }
    }

    @Test("can run inside themselves", arguments: Engine.all)
    func reentrant(engine: Engine) async throws {
        try await withThings(engine) { database in
            let pairs = try await database.write { session in
                try session.run(Self.insertThree)
                return try session.rows(Things.names) { outer in
                    let inner = try session.rows(Things.names) { $0.text(0) }
                    return outer.text(0) + inner.joined()
                }
            }
            #expect(pairs == ["aabc", "babc", "cabc"])
        }
    }

    @Test("stop when the visitor throws, and can be run again", arguments: Engine.all)
    func throwingVisitor(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.write { session in
                try session.run(Self.insertThree)
                #expect(throws: Refusal()) {
                    try session.visit(Things.names, []) { _ in throw Refusal() }
                }
                #expect(try Things.count(session) == 3)
                #expect(try session.rows(Things.names) { $0.text(0) } == ["a", "b", "c"])
            }
        }
    }

    @Test(
        "that are wrong are a mistake of ours",
        arguments: Engine.all,
        ["SELEC 1", "SELECT nothing FROM things", "SELECT 1 FROM nowhere", "SELECT 1; SELECT 2"]
    )
    func wrong(engine: Engine, sql: String) async throws {
        try await withThings(engine) { database in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.rows(Statement(sql)) { $0.integer(0) } }
            }
            #expect(error?.code == .statement)
            #expect(error?.isRetryable == false)
        }
    }

    private static let insertThree = Statement(
        "INSERT INTO things (name, amount) VALUES ('a', 1), ('b', 2), ('c', 3)"
    )
    private static let double = Statement(
        "UPDATE things SET amount = amount * 2 WHERE amount >= $1"
    )
    private static let doubleReturning = Statement("UPDATE things SET amount = 2 RETURNING id")
    private static let insertQuietly = Statement(
        "INSERT INTO things (name) VALUES ($1) ON CONFLICT (name) DO NOTHING"
    )
    private static let deleteAll = Statement("DELETE FROM things")
}
