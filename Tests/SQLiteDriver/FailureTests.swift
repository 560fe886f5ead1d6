import CSQLite
import SQL
import Testbed
import Testing

@testable import SQLiteDriver

@Suite("When the disk fails")
struct FailureTests {
    /// What the disk does, and what the callers hear.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let call: FaultyFiles.Call
        let result: Int32
        let code: DatabaseError.Code
    }

    static let faults = [
        Fault(testDescription: "it is full", call: .write, result: SQLITE_FULL, code: .full),
        Fault(
            testDescription: "it does not write",
            call: .write,
            result: SQLITE_IOERR | 3 << 8,
            code: .io
        ),
        Fault(
            testDescription: "it cannot promise to have written",
            call: .sync,
            result: SQLITE_IOERR | 4 << 8,
            code: .io
        ),
    ]

    @Test(
        "everybody in the group hears of it, nothing remains, and the next write works",
        arguments: faults
    )
    func commit(fault: Fault) async throws {
        try await withFixture(Blocker.bounds) { fixture in
            try await fixture.database.put("before")
            FaultyFiles.fail(fault.call, of: fixture.log, with: fault.result)
            let works =
                GroupCommitTests.inserts(20) + [{ _ in throw DatabaseError(.schema, "own") }]
            let codes = try await Blocker.hold(fixture.database) { blocker in
                await fixture.database.together(blocker, works)
            }
            // Also who failed before the commit: it may have been for what the others wrote.
            #expect(codes == [DatabaseError.Code?](repeating: fault.code, count: 21))
            var names = try await fixture.database.entries()
            #expect(names == ["before"])

            let alone = await code { try await fixture.database.put("alone") }
            #expect(alone == fault.code)

            FaultyFiles.fail(fault.call, of: fixture.log, with: nil)
            try await fixture.database.put("after")
            names = try await fixture.database.entries()
            #expect(names == ["after", "before"])
            #expect(try OtherProgram(fixture.path).text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("a file that may not grow is full for the whole group")
    func fullStatement() async throws {
        try await withFixture(Blocker.bounds) { fixture in
            _ = try await fixture.database.write { session in
                try session.first(Statement("PRAGMA max_page_count = 20")) { $0.integer(0) }
            }
            let large = String(repeating: "x", count: 200_000)
            let works: [@Sendable (any Session) throws -> Void] = [
                { try $0.run(Entries.insert, [.text("small")]) },
                // It catches its error, and says nothing.
                { _ = try? $0.run(Entries.insert, [.text(large)]) },
                { try $0.run(Entries.insert, [.text("other")]) },
            ]
            let codes = try await Blocker.hold(fixture.database) { blocker in
                await fixture.database.together(blocker, works)
            }
            // The first two are a group; who comes after the failure is in the next one.
            #expect(codes == [.full, .full, nil])
            let names = try await fixture.database.entries()
            #expect(names == ["other"])
        }
    }

    @Test("a statement that runs too long is stopped, in a read and in a group of writes")
    func timeout() async throws {
        var bounds = Blocker.bounds
        bounds.statementMilliseconds = 20
        try await withFixture(bounds) { fixture in
            let read = await code {
                _ = try await fixture.database.read { try $0.rows(Self.endless) { $0.integer(0) } }
            }
            #expect(read == .timeout)
            let works: [@Sendable (any Session) throws -> Void] = [
                { try $0.run(Entries.insert, [.text("first")]) },
                { try $0.run(Self.endlessInsert) },
            ]
            let codes = try await Blocker.hold(fixture.database) { blocker in
                await fixture.database.together(blocker, works)
            }
            #expect(codes == [.timeout, .timeout])
            try await fixture.database.put("after")
            let names = try await fixture.database.entries()
            #expect(names == ["after"])
        }
    }

    @Test("a migration may take its time")
    func noTimeout() async throws {
        var bounds = Bounds()
        bounds.statementMilliseconds = 1
        try await withFixture(bounds) { fixture in
            let count = try await fixture.database.exclusively { session in
                try session.first(Self.slow) { $0.integer(0) }
            }
            #expect(count == 2_000_000)
        }
    }

    private static let endless = Statement(
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT COUNT(*) FROM n
        """
    )
    private static let endlessInsert = Statement(
        """
        INSERT INTO entries (name)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'n' || i FROM n
        """
    )
    private static let slow = Statement(
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000)
        SELECT COUNT(*) FROM n
        """
    )
}
