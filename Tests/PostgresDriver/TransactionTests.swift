import PostgresDriver
import SQL
import Testing

extension PostgresTests {
    @Suite("PostgreSQL: transactions")
    struct TransactionTests {
        private struct Refusal: Error, Equatable {}

        private static func insert(_ table: String) -> Statement {
            Statement("INSERT INTO \(table) (x) VALUES ($1)")
        }

        private static func list(_ table: String) -> Statement {
            Statement("SELECT x FROM \(table) ORDER BY x LIMIT 100")
        }

        @Test("what the work throws comes out, and what it wrote is gone")
        func thrown() async throws {
            let insert = Self.insert("thrown")
            try await withDatabase { database in
                try await database.make("CREATE TABLE thrown (x BIGINT)")
                await #expect(throws: Refusal()) {
                    try await database.write { session in
                        try session.run(insert, [.integer(1)])
                        throw Refusal()
                    }
                }
                #expect(try await database.number(Statement("SELECT COUNT(*) FROM thrown")) == 0)
            }
        }

        @Test("an error that the work keeps to itself still fails the write")
        func hiddenError() async throws {
            let insert = Self.insert("hidden")
            try await withDatabase { database in
                try await database.make("CREATE TABLE hidden (x BIGINT UNIQUE)")
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { session in
                        try session.run(insert, [.integer(1)])
                        _ = try? session.run(insert, [.integer(1)])
                    }
                }
                #expect(error?.code == .unique)
                #expect(try await database.number(Statement("SELECT COUNT(*) FROM hidden")) == 0)
            }
        }

        @Test("a transaction that a statement ends is a mistake")
        func endedByStatement() async throws {
            try await withDatabase { database in
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { try $0.script("SELECT 1; COMMIT") }
                }
                #expect(error?.code == .statement)
                let one = try await database.number(Statement("SELECT 1"))
                #expect(one == 1)
            }
        }

        @Test("a savepoint undoes what failed inside it and nothing else")
        func savepoints() async throws {
            let insert = Self.insert("saved")
            try await withDatabase { database in
                try await database.make("CREATE TABLE saved (x BIGINT UNIQUE)")
                try await database.write { session in
                    _ = try? session.savepoint { try session.run(Statement("SELECT nothing")) }
                    _ = try session.savepoint { try session.run(insert, [.integer(1)]) }
                    try session.savepoint {
                        try session.run(insert, [.integer(2)])
                        try? session.savepoint {
                            try session.run(insert, [.integer(3)])
                            throw Refusal()
                        }
                        try? session.savepoint { throw Refusal() }
                        try? session.savepoint {
                            _ = try session.savepoint { try session.run(insert, [.integer(4)]) }
                            try session.run(insert, [.integer(1)])
                        }
                        try? session.savepoint { try session.script("SELECT nothing") }
                        _ = try? session.savepoint { try session.run(Statement("SELECT nothing")) }
                        try session.savepoint {}
                        try session.run(insert, [.integer(5)])
                    }
                }
                let kept = try await database.read { session in
                    try session.rows(Self.list("saved")) { $0.integer(0) }
                }
                #expect(kept == [1, 2, 5])
            }
        }

        @Test("a savepoint whose work hides an error fails with that error")
        func hiddenInSavepoint() async throws {
            let insert = Self.insert("hidden_inside")
            try await withDatabase { database in
                try await database.make("CREATE TABLE hidden_inside (x BIGINT UNIQUE)")
                let code = try await database.write { session in
                    try session.run(insert, [.integer(1)])
                    do {
                        try session.savepoint {
                            try session.run(insert, [.integer(2)])
                            _ = try? session.run(insert, [.integer(1)])
                        }
                        return nil as DatabaseError.Code?
                    } catch let error as DatabaseError {
                        return error.code
                    }
                }
                #expect(code == .unique)
                let count = Statement("SELECT COUNT(*) FROM hidden_inside")
                #expect(try await database.number(count) == 1)
            }
        }

        @Test("savepoints nest to a bound")
        func nesting() async throws {
            @Sendable func nest(_ session: any Session, _ depth: Int) throws {
                guard depth > 0 else { return }
                try session.savepoint { try nest(session, depth - 1) }
            }
            try await withDatabase { database in
                try await database.write { try nest($0, 32) }
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { try nest($0, 33) }
                }
                #expect(error?.code == .statement)
            }
        }

        @Test("a read sees one state, whatever is written meanwhile")
        func oneState() async throws {
            let total = Statement("SELECT SUM(x) FROM one_state")
            let (begun, written) = (Flag(), Flag())
            try await withDatabase { database in
                try await database.make(
                    "CREATE TABLE one_state (x BIGINT); INSERT INTO one_state VALUES (1)"
                )
                async let seen = database.read { session in
                    let before = try session.first(total) { $0.integer(0) }
                    begun.raise()
                    try written.block()
                    return [before, try session.first(total) { $0.integer(0) }]
                }
                await begun.wait()
                try await database.make("INSERT INTO one_state VALUES (10)")
                written.raise()
                #expect(try await seen == [1, 1])
                #expect(try await database.number(total) == 11)
            }
        }
    }
}
