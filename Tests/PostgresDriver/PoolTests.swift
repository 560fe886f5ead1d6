import PostgresDriver
import Programs
import SQL
import Testing

extension PostgresTests {
    @Suite("PostgreSQL: the pool")
    struct PoolTests {
        @Test("one call more than may wait is refused at once")
        func overloaded() async throws {
            let configuration = PostgresConfiguration(connections: 1, waitingCalls: 2)
            let (busy, free) = (Flag(), Flag())
            try await withDatabase(configuration) { database in
                async let first: Void = database.write { _ in
                    busy.raise()
                    try free.block()
                }
                await busy.wait()
                let codes = await withTaskGroup { group in
                    for _ in 1...4 {
                        group.addTask {
                            do {
                                try await database.read { _ in }
                                return nil as DatabaseError.Code?
                            } catch {
                                return (error as? DatabaseError)?.code
                            }
                        }
                    }
                    var codes: [DatabaseError.Code?] = []
                    for await code in group {
                        codes.append(code)
                        if codes.count == 2 { free.raise() }
                    }
                    return codes
                }
                try await first
                #expect(codes == [.overloaded, .overloaded, nil, nil])
            }
        }

        @Test("closing finishes what was accepted and refuses the rest")
        func closing() async throws {
            let insert = Statement("INSERT INTO closing VALUES (1)")
            let (busy, free) = (Flag(), Flag())
            try await withDatabase { other in
                try await other.make("CREATE TABLE closing (x BIGINT)")
                let cluster = try #require(Cluster.current)
                let database = try PostgresDatabase(
                    url: cluster.url,
                    configuration: PostgresConfiguration(connections: 2)
                )
                async let accepted: Void = database.write { session in
                    busy.raise()
                    try free.block()
                    try session.run(insert)
                }
                await busy.wait()
                async let closed: Void = database.close()
                while await isOpen(database) {}
                free.raise()
                try await accepted
                await closed
                await database.close()
                #expect(await !isOpen(database))
                #expect(try await other.number(Statement("SELECT COUNT(*) FROM closing")) == 1)
            }
        }

        private func isOpen(_ database: PostgresDatabase) async -> Bool {
            do {
                try await database.read { _ in }
                return true
            } catch {
                #expect((error as? DatabaseError)?.code == .unavailable)
                return false
            }
        }

        @Test("closing what was never used ends")
        func closingUnused() async throws {
            try await withDatabase { _ in }
        }

        @Test("where the server grants fewer connections, calls wait for those there are")
        func fewConnections() async throws {
            let cluster = try #require(Cluster.current)
            let read = Statement("SELECT COUNT(*) FROM generate_series(1, 1000)")
            try await withDatabase { other in
                try await other.make("CREATE ROLE guest LOGIN CONNECTION LIMIT 2")
            }
            let database = try PostgresDatabase(
                url: cluster.url.replacing("user=postgres", with: "user=guest"),
                configuration: PostgresConfiguration(connections: 8)
            )
            // Of many that ask at once the server may refuse all, so one has to be there before.
            _ = try await database.number(read)
            try await withThrowingTaskGroup { group in
                for _ in 1...200 {
                    group.addTask {
                        let count = try await database.number(read)
                        #expect(count == 1_000)
                    }
                }
                try await group.waitForAll()
            }
            await database.close()
        }

        @Test("a session is set as the program needs it")
        func settings() async throws {
            let statement = Statement(
                """
                SELECT name, setting FROM pg_settings WHERE name IN ('application_name',
                    'client_encoding', 'default_transaction_isolation', 'enable_seqscan', 'jit',
                    'idle_in_transaction_session_timeout', 'statement_timeout', 'TimeZone')
                ORDER BY name LIMIT 20
                """
            )
            let settings = try await withDatabase { database in
                try await database.read { session in
                    try session.rows(statement) { "\($0.text(0))=\($0.text(1))" }
                }
            }
            #expect(
                Set(settings) == [
                    "application_name=purser", "client_encoding=UTF8",
                    "default_transaction_isolation=serializable", "enable_seqscan=off",
                    "idle_in_transaction_session_timeout=10000", "jit=off",
                    "statement_timeout=10000", "TimeZone=UTC",
                ]
            )
        }
    }
}
