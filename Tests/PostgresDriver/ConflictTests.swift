import PostgresDriver
import SQL
import Testing

extension PostgresTests {
    @Suite("PostgreSQL: conflicts")
    struct ConflictTests {
        private static func add(_ table: String) -> @Sendable (any Session) throws -> Void {
            let read = Statement("SELECT x FROM \(table) WHERE id = 1")
            let store = Statement("UPDATE \(table) SET x = $1 WHERE id = 1")
            return { session in
                let x = try session.first(read) { $0.integer(0) } ?? 0
                try session.run(store, [.integer(x + 1)])
            }
        }

        @Test(
            "no addition is lost, however many want the same row",
            arguments: [(tasks: 2, connections: 2), (tasks: 24, connections: 8)]
        )
        func hotRow(
            tasks: Int,
            connections: Int
        ) async throws {
            let table = "hot_\(tasks)"
            let add = Self.add(table)
            let configuration = PostgresConfiguration(connections: connections)
            try await withDatabase(configuration) { database in
                try await database.make(
                    """
                    CREATE TABLE \(table) (id BIGINT PRIMARY KEY, x BIGINT NOT NULL);
                    INSERT INTO \(table) VALUES (1, 0)
                    """
                )
                try await withThrowingTaskGroup { group in
                    for _ in 0..<tasks {
                        group.addTask { for _ in 0..<20 { try await database.write(add) } }
                    }
                    try await group.waitForAll()
                }
                let sum = try await database.number(Statement("SELECT x FROM \(table)"))
                #expect(sum == Int64(tasks * 20))
            }
        }

        @Test("of two processes neither loses an addition")
        func twoProcesses() async throws {
            let add = Self.add("two_processes")
            try await withDatabase { first in
                try await first.make(
                    """
                    CREATE TABLE two_processes (id BIGINT PRIMARY KEY, x BIGINT NOT NULL);
                    INSERT INTO two_processes VALUES (1, 0)
                    """
                )
                try await withDatabase { second in
                    try await withThrowingTaskGroup { group in
                        for database in [first, second] {
                            group.addTask { for _ in 0..<50 { try await database.write(add) } }
                        }
                        try await group.waitForAll()
                    }
                }
                #expect(try await first.number(Statement("SELECT x FROM two_processes")) == 100)
            }
        }

        @Test("a deadlock is undone and tried again")
        func deadlock() async throws {
            let update = Statement("UPDATE deadlocks SET x = x + 1 WHERE id = $1")
            let flags = [Flag(), Flag()]
            let runs = Count()
            try await withDatabase { database in
                try await database.make(
                    """
                    CREATE TABLE deadlocks (id BIGINT PRIMARY KEY, x BIGINT NOT NULL);
                    INSERT INTO deadlocks VALUES (0, 0), (1, 0)
                    """
                )
                try await withThrowingTaskGroup { group in
                    for own in 0...1 {
                        group.addTask {
                            try await database.write { session in
                                runs.increment()
                                try session.run(update, [.count(own)])
                                flags[own].raise()
                                try flags[1 - own].block()
                                try session.run(update, [.count(1 - own)])
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await database.number(Statement("SELECT SUM(x) FROM deadlocks")) == 4)
                #expect(runs.value > 2)
            }
        }

        private struct Disguise: Error {}

        /// What the work may make of a conflict; in each case it must be tried again.
        enum Handling: CaseIterable {
            case passedOn
            case kept
            case disguised
            case keptInSavepoint
            case keptOutsideSavepoint
        }

        @Test(
            "a conflict is tried again whatever the work makes of it",
            arguments: Handling.allCases
        )
        func handledConflict(
            _ handling: Handling
        ) async throws {
            let table = "handled_\(handling)"
            let insert = Statement("INSERT INTO \(table) VALUES (1)")
            let fail = Statement("DO 'BEGIN RAISE EXCEPTION USING ERRCODE = ''40001''; END'")
            let runs = Count()
            try await withDatabase { database in
                try await database.make("CREATE TABLE \(table) (x BIGINT)")
                try await database.write { session in
                    try session.run(insert)
                    guard runs.increment() == 1 else { return }
                    switch handling {
                    case .passedOn: try session.run(fail)
                    case .kept: _ = try? session.run(fail)
                    case .disguised: do { try session.run(fail) } catch { throw Disguise() }
                    case .keptInSavepoint: try session.savepoint { _ = try? session.run(fail) }
                    case .keptOutsideSavepoint:
                        try? session.savepoint { _ = try session.run(fail) }
                    }
                }
                #expect(runs.value == 2)
                let count = try await database.number(Statement("SELECT COUNT(*) FROM \(table)"))
                #expect(count == 1)
            }
        }

        @Test("a conflict that stays is told after every attempt", arguments: [1, 3, 4, 7])
        func lastingConflict(_ attempts: Int) async throws {
            let fail = Statement("DO 'BEGIN RAISE EXCEPTION USING ERRCODE = ''40001''; END'")
            let runs = Count()
            let configuration = PostgresConfiguration(connections: 2, attempts: attempts)
            try await withDatabase(configuration) { database in
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { session in
                        runs.increment()
                        try session.run(fail)
                    }
                }
                #expect(error?.code == .conflict)
                #expect(runs.value == attempts)
            }
        }

        @Test("a conflict told by COMMIT is tried again")
        func writeSkew() async throws {
            let count = Statement("SELECT COUNT(*) FROM skew WHERE x = $1")
            let insert = Statement("INSERT INTO skew (x) VALUES ($1)")
            let (first, second) = (Flag(), Flag())
            try await withDatabase { database in
                try await database.make(
                    "CREATE TABLE skew (x BIGINT); CREATE INDEX skew_x ON skew (x)"
                )
                // Write skew: each looks for the other's row, and finds none.
                try await withThrowingTaskGroup { group in
                    for (own, other, mine, theirs) in [
                        (1, 2, first, second), (2, 1, second, first),
                    ] {
                        group.addTask {
                            try await database.write { session in
                                let found = try session.first(count, [.count(other)]) {
                                    $0.integer(0)
                                }
                                mine.raise()
                                try theirs.block()
                                if found == 0 { try session.run(insert, [.count(own)]) }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await database.number(Statement("SELECT COUNT(*) FROM skew")) == 1)
            }
        }

        @Test("migrations wait for each other, and then see what was done")
        func exclusive() async throws {
            let waiting = Statement(
                "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            )
            let count = Statement("SELECT COUNT(*) FROM turns")
            let insert = Statement("INSERT INTO turns VALUES (1)")
            let runs = Count()
            let inside = Flag()
            let deadline = ContinuousClock.now + .seconds(60)
            try await withDatabase { first in
                try await first.make("CREATE TABLE turns (x BIGINT)")
                try await withDatabase { second in
                    async let other = first.exclusively { session in
                        inside.raise()
                        while try session.first(waiting, [], { $0.integer(0) }) == 0 {
                            try #require(.now < deadline, "nobody waits for the lock")
                        }
                        #expect(runs.value == 0)
                        try session.run(insert)
                    }
                    await inside.wait()
                    let seen = try await second.exclusively { session in
                        runs.increment()
                        return try session.first(count) { $0.integer(0) }
                    }
                    try await other
                    #expect(seen == 1)
                    #expect(runs.value == 1)
                }
            }
        }
    }
}
