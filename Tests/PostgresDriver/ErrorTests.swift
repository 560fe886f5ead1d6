import PostgresDriver
import SQL
import Testing

extension PostgresTests {
    @Suite("PostgreSQL: errors")
    struct ErrorTests {
        private static let secret = "geheim4711"

        private static let tables = """
            CREATE TABLE IF NOT EXISTS error_parents (id TEXT PRIMARY KEY);
            CREATE TABLE IF NOT EXISTS error_rows (
                name TEXT NOT NULL UNIQUE CHECK (LENGTH(name) > 3),
                amount BIGINT,
                parent TEXT REFERENCES error_parents (id)
            );
            INSERT INTO error_rows (name) VALUES ('geheim4711') ON CONFLICT DO NOTHING;
            """

        @Test(
            "an error has its code, and no value in it",
            arguments: [
                ("INSERT INTO error_rows (name) VALUES ($1)", "23505", .unique),
                ("INSERT INTO error_rows (name) VALUES (LEFT($1, 3))", "23514", .constraint),
                (
                    "INSERT INTO error_rows (name, parent) VALUES ('child', $1)", "23503",
                    .constraint
                ),
                ("UPDATE error_rows SET name = NULL WHERE name = $1", "23502", .constraint),
                ("SELECT CAST(CAST($1 AS TEXT) AS BIGINT)", "22P02", .statement),
                ("SELECT nothing FROM error_rows WHERE name = $1", "42703", .statement),
                ("SELECT name FROM error_rows WHERE name = $1 FOR", "42601", .statement),
            ] as [(String, String, DatabaseError.Code)]
        )
        func codes(
            _ sql: String,
            _ state: String,
            _ code: DatabaseError.Code
        ) async throws {
            let statement = Statement(sql)
            try await withDatabase { database in
                try await database.exclusively { try $0.script(Self.tables) }
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { session in
                        _ = try session.rows(statement, [.text(Self.secret)]) { $0.value(0) }
                    }
                }
                #expect(error?.code == code)
                #expect(error?.engineCode == state)
                #expect(error.map { "\($0)".contains(Self.secret) } == false)
            }
        }

        @Test("a statement that runs too long is a timeout, and is not tried again")
        func statementTimeout()
            async throws
        {
            let configuration = PostgresConfiguration(connections: 1, statementMilliseconds: 50)
            let sleep = Statement("SELECT pg_sleep(600)")
            let runs = Count()
            try await withDatabase(configuration) { database in
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { session in
                        runs.increment()
                        try session.run(sleep)
                    }
                }
                #expect(error?.code == .timeout)
                #expect(runs.value == 1)
                let one = try await database.number(Statement("SELECT 1"))
                #expect(one == 1)
            }
        }

        @Test("a read writes nothing")
        func readOnly() async throws {
            try await withDatabase { database in
                try await database.make("CREATE TABLE read_only (x BIGINT)")
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.read { session in
                        try session.run(Statement("INSERT INTO read_only VALUES (1)"))
                    }
                }
                #expect(error?.code == .statement)
                #expect(try await database.number(Statement("SELECT COUNT(*) FROM read_only")) == 0)
            }
        }

        @Test(
            "a URL that cannot be read is refused without being quoted",
            arguments: [
                "postgresql://user:hunter2@[::1/db", "mysql://hunter2@host/db", "hunter2",
                "postgresql://user:hunter2%zz@host/db",
            ]
        )
        func malformedURL(_ url: String) {
            let error = #expect(throws: DatabaseError.self) { try PostgresDatabase(url: url) }
            #expect(error?.code == .statement)
            #expect(error.map { "\($0)".contains("hunter2") } == false)
        }

        @Test("a server that is not there is unavailable")
        func noServer() async throws {
            let url = "postgresql:///postgres?host=/nonexistent&user=postgres"
            let database = try PostgresDatabase(url: url)
            for _ in 1...3 {
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.read { _ in }
                }
                #expect(error?.code == .unavailable)
            }
            await database.close()
        }
    }
}
