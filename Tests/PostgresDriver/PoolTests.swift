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

        @Test("a call whose turn does not come in time is refused, and not done")
        func overdue() async throws {
            let configuration = PostgresConfiguration(
                connections: 1,
                waitingCalls: 2,
                waitMilliseconds: 100
            )
            let (busy, free, count) = (Flag(), Flag(), Count())
            try await withDatabase(configuration) { database in
                async let first: Void = database.exclusively { _ in
                    busy.raise()
                    try free.block()
                }
                await busy.wait()
                let reasons = await withTaskGroup { group in
                    for _ in 1...4 {
                        group.addTask {
                            do {
                                try await database.read { _ in _ = count.increment() }
                                return nil as String?
                            } catch {
                                return (error as? DatabaseError)?.reason
                            }
                        }
                    }
                    var reasons: [String?] = []
                    for await reason in group {
                        reasons.append(reason)
                        guard reasons.count == 2 else { continue }
                        // The other two have waited since before these were refused.
                        try? await Task.sleep(for: .milliseconds(110))
                        free.raise()
                    }
                    return reasons
                }
                try await first
                let full = "too many calls wait for a connection already"
                let late = "its turn did not come in time"
                #expect(reasons == [full, full, late, late])
                #expect(count.value == 0)
                try await database.read { _ in }
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
                try await until("the pool takes nothing any more") { await !isOpen(database) }
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
                    'idle_in_transaction_session_timeout', 'statement_timeout',
                    'synchronous_commit', 'TimeZone')
                ORDER BY name LIMIT 20
                """
            )
            // What the operator set must not make a COMMIT's answer worth less.
            let url = try #require(Cluster.current).url + "&options=-csynchronous_commit%3Doff"
            let database = try PostgresDatabase(url: url)
            let settings = try await database.read { session in
                try session.rows(statement) { "\($0.text(0))=\($0.text(1))" }
            }
            await database.close()
            #expect(
                Set(settings) == [
                    "application_name=purser", "client_encoding=UTF8",
                    "default_transaction_isolation=serializable", "enable_seqscan=off",
                    "idle_in_transaction_session_timeout=10000", "jit=off",
                    "statement_timeout=10000", "synchronous_commit=on", "TimeZone=UTC",
                ]
            )
        }
    }
}
