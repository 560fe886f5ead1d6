import Foundation
import PostgresDriver
import SQL
import Testing

extension PostgresTests {
    @Suite("PostgreSQL: lost connections")
    struct LossTests {
        private static let insert = Statement("INSERT INTO losses (x) VALUES ($1)")
        private static let end = Statement("SELECT pg_terminate_backend(CAST($1 AS INTEGER))")
        private static let process = Statement("SELECT pg_backend_pid()")
        private static let table = "CREATE TABLE IF NOT EXISTS losses (x BIGINT)"

        private func count(_ x: Int, _ database: PostgresDatabase) async throws -> Int64? {
            try await database.read { session in
                let count = Statement("SELECT COUNT(*) FROM losses WHERE x = $1")
                return try session.first(count, [.count(x)]) { $0.integer(0) }
            }
        }

        @Test(
            "a connection that is lost before COMMIT leaves all or nothing",
            arguments: [(losses: 1, isDone: true), (losses: 5, isDone: false)]
        )
        func lostConnection(
            losses: Int,
            isDone: Bool
        ) async throws {
            let runs = Count()
            try await withDatabase { database in
                try await database.exclusively { try $0.script(Self.table) }
                do {
                    try await database.write { session in
                        try session.run(Self.insert, [.count(losses)])
                        guard runs.increment() <= losses else { return }
                        _ = try? session.run(
                            Statement("SELECT pg_terminate_backend(pg_backend_pid())")
                        )
                        try session.run(Self.insert, [.count(losses)])
                    }
                    #expect(isDone)
                } catch let error as DatabaseError {
                    #expect(!isDone && error.code == .unavailable)
                }
                #expect(runs.value == 2)
                #expect(try await count(losses, database) == (isDone ? 1 : 0))
            }
        }

        @Test("a write that another ends while it works is done once")
        func terminated() async throws {
            let (known, ended) = (Flag(), Flag())
            let runs = Count()
            let victim = Count()
            try await withDatabase { other in
                try await other.exclusively { try $0.script(Self.table) }
                try await withDatabase(PostgresConfiguration(connections: 1)) { database in
                    async let write: Void = database.write { session in
                        try session.run(Self.insert, [.integer(100)])
                        if runs.increment() == 1 {
                            let id = try session.first(Self.process) { $0.integer(0) } ?? 0
                            for _ in 0..<id { victim.increment() }
                            known.raise()
                            try ended.block()
                        }
                        try session.run(Self.insert, [.integer(100)])
                    }
                    await known.wait()
                    let id = victim.value
                    _ = try await other.write { session in
                        try session.run(Self.end, [.count(id)])
                    }
                    ended.raise()
                    try await write
                }
                #expect(runs.value == 2)
                #expect(try await count(100, other) == 2)
            }
        }

        @Test("an outcome that nobody knows is told, and not tried again")
        func unknownOutcome() async throws {
            let runs = Count()
            let insert = Statement("INSERT INTO unknown_outcomes VALUES (1)")
            try await withDatabase { database in
                try await database.make(
                    """
                    CREATE TABLE unknown_outcomes (x BIGINT);
                    CREATE FUNCTION die_at_commit() RETURNS TRIGGER AS
                    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'
                    LANGUAGE plpgsql;
                    CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON unknown_outcomes
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die_at_commit()
                    """
                )
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { session in
                        runs.increment()
                        try session.run(insert)
                    }
                }
                #expect(error?.code == .unavailable)
                #expect(error?.engineCode == "08007")
                #expect(runs.value == 1)
                let one = try await database.number(Statement("SELECT 1"))
                #expect(one == 1)
            }
        }

        @Test("a constraint that COMMIT checks fails with its own code")
        func deferredConstraint() async throws {
            let insert = Statement("INSERT INTO late_children VALUES (7)")
            try await withDatabase { database in
                try await database.make(
                    """
                    CREATE TABLE late_parents (id BIGINT PRIMARY KEY);
                    CREATE TABLE late_children (
                        id BIGINT REFERENCES late_parents DEFERRABLE INITIALLY DEFERRED
                    )
                    """
                )
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { try $0.run(insert) }
                }
                #expect(error?.code == .constraint)
            }
        }

        @Test("a server that is frozen is given up, and the next call has another")
        func frozenServer()
            async throws
        {
            let configuration = PostgresConfiguration(
                connections: 1,
                statementMilliseconds: 200,
                connectSeconds: 1
            )
            let frozen = Count()
            try await withDatabase(configuration) { database in
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.read { session in
                        let id = try session.first(Self.process) { $0.integer(0) } ?? 0
                        for _ in 0..<id { frozen.increment() }
                        kill(pid_t(id), SIGSTOP)
                        try session.run(Self.process)
                    }
                }
                #expect(error?.code == .timeout)
                let one = try await database.number(Statement("SELECT 1"))
                #expect(one == 1)
                kill(pid_t(frozen.value), SIGCONT)
            }
        }

        @Test("a statement that a change of the schema made stale is prepared anew")
        func staleStatement()
            async throws
        {
            let all = Statement("SELECT * FROM changing LIMIT 10")
            try await withDatabase(PostgresConfiguration(connections: 1)) { database in
                try await database.make(
                    "CREATE TABLE changing (a BIGINT); INSERT INTO changing VALUES (1)"
                )
                for type in ["TEXT", "BIGINT"] {
                    let before = try await database.read { session in
                        try session.rows(all) { $0.text(0) }
                    }
                    try await database.make(
                        "ALTER TABLE changing ALTER COLUMN a TYPE \(type) USING CAST(a AS \(type))"
                    )
                    let after = try await database.read { session in
                        try session.rows(all) { $0.text(0) }
                    }
                    #expect(before == after)
                }
            }
        }
    }
}
