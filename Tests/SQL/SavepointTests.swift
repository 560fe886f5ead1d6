import SQL
import Testbed
import Testing

@Suite("Savepoints")
struct SavepointTests {
    @Test("undo what was written in them when they throw, and nothing else", arguments: Engine.all)
    func undo(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.write { session in
                try session.run(Things.insertNamed, [.text("before")])
                #expect(throws: Refusal()) {
                    try session.savepoint {
                        try session.run(Things.insertNamed, [.text("inside")])
                        throw Refusal()
                    }
                }
                try session.run(Things.insertNamed, [.text("later")])
            }
            try await expectNames(["before", "later"], database)
        }
    }

    @Test("keep what was written, and hand on what the work returns", arguments: Engine.all)
    func keep(engine: Engine) async throws {
        try await withThings(engine) { database in
            let answer = try await database.write { session in
                try session.savepoint {
                    try session.run(Things.insertNamed, [.text("inside")])
                    return 42
                }
            }
            #expect(answer == 42)
            try await expectNames(["inside"], database)
        }
    }

    @Test("can be nested, and each is undone for itself", arguments: Engine.all)
    func nested(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.write { session in
                try session.savepoint {
                    try session.run(Things.insertNamed, [.text("outer")])
                    #expect(throws: Refusal()) { try Self.insertAndThrow("inner", session) }
                    _ = try session.savepoint {
                        try session.run(Things.insertNamed, [.text("kept")])
                    }
                }
                #expect(throws: Refusal()) {
                    try session.savepoint {
                        _ = try session.savepoint {
                            try session.run(Things.insertNamed, [.text("lost")])
                        }
                        throw Refusal()
                    }
                }
            }
            try await expectNames(["kept", "outer"], database)
        }
    }

    @Test("a statement that fails inside one does not end the write", arguments: Engine.all)
    func failedStatement(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.write { session in
                try session.run(Things.insertNamed, [.text("a")])
                let error = #expect(throws: DatabaseError.self) {
                    try session.savepoint { try session.run(Things.insertNamed, [.text("a")]) }
                }
                #expect(error?.code == .unique)
                try session.run(Things.insertNamed, [.text("b")])
            }
            try await expectNames(["a", "b"], database)
        }
    }

    @Test("without one, a failed statement ends the write even when caught", arguments: Engine.all)
    func caught(engine: Engine) async throws {
        try await withThings(engine) { database in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { session in
                    try session.run(Things.insertNamed, [.text("a")])
                    _ = try? session.run(Things.insertNamed, [.text("a")])
                }
            }
            #expect(error?.code == .unique)
            try await expectNames([], database)
        }
    }

    private static func insertAndThrow(_ name: String, _ session: any Session) throws {
        try session.savepoint {
            try session.run(Things.insertNamed, [.text(name)])
            throw Refusal()
        }
    }
}
