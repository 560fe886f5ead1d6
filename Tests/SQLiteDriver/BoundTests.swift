import Dispatch
import SQL
import Testbed
import Testing

@testable import SQLiteDriver

@Suite("The driver's bounds")
struct BoundTests {
    @Test("one write too many is refused at once, and those that wait are done")
    func overloaded() async throws {
        var bounds = Bounds()
        bounds.waitingJobs = 8
        try await withFixture(bounds) { fixture in
            try await Blocker.hold(fixture.database) { blocker in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<8 {
                        group.addTask { try await fixture.database.put("\(number)") }
                    }
                    await fixture.database.untilWaiting(8)
                    let ninth = await code { try await fixture.database.put("ninth") }
                    #expect(ninth == .overloaded)
                    blocker.release()
                    try await group.waitForAll()
                }
            }
            let count = try await fixture.database.entries().count
            #expect(count == 8)
        }
    }

    @Test("a write or a migration that waited for too long: only the migration is done")
    func overdue() async throws {
        var bounds = Bounds()
        bounds.waitMilliseconds = 100
        try await withFixture(bounds) { fixture in
            let (write, migration) = try await Blocker.hold(fixture.database, alone: true) {
                blocker in
                async let write = code { try await fixture.database.put("late") }
                await fixture.database.untilWaiting(1)
                async let migration = code {
                    try await fixture.database.exclusively { session in
                        _ = try session.run(Entries.insert, [.text("patient")])
                    }
                }
                await fixture.database.untilWaiting(2)
                // Both have waited since before, so their time is over then.
                try await Task.sleep(for: .milliseconds(110))
                blocker.release()
                return await (write, migration)
            }
            #expect(write == .overloaded)
            #expect(migration == nil)
            let names = try await fixture.database.entries()
            #expect(names == ["patient"])
        }
    }

    @Test("a program that keeps its lock is a conflict, and afterwards writes work again")
    func locked() async throws {
        var bounds = Bounds()
        bounds.lockMilliseconds = 10
        bounds.exclusiveLockMilliseconds = 10
        try await withFixture(bounds) { fixture in
            let other = try OtherProgram(fixture.path)
            try other.run("BEGIN IMMEDIATE; INSERT INTO entries (name) VALUES ('other');")
            let write = await code { try await fixture.database.put("a") }
            let migration = await code { try await fixture.database.exclusively { _ in } }
            #expect([write, migration] == [.conflict, .conflict])
            let during = try await fixture.database.entries()
            #expect(during == [])
            try other.run("COMMIT;")
            try await fixture.database.put("a")
            let names = try await fixture.database.entries()
            #expect(names == ["a", "other"])
        }
    }

    @Test("a lock that is given back in time is waited for")
    func waited() async throws {
        var bounds = Bounds()
        bounds.lockMilliseconds = 60_000
        try await withFixture(bounds) { fixture in
            let other = try OtherProgram(fixture.path)
            try other.run("BEGIN IMMEDIATE; INSERT INTO entries (name) VALUES ('other');")
            async let written: Void = fixture.database.put("a")
            for _ in 0..<100 { await Task.yield() }
            try other.run("COMMIT;")
            try await written
            let names = try await fixture.database.entries()
            #expect(names == ["a", "other"])
        }
    }

    @Test("reads do not wait for a write that takes long")
    func readBesideWrite() async throws {
        try await withFixture { fixture in
            try await fixture.database.put("a")
            try await Blocker.hold(fixture.database) { blocker in
                for _ in 0..<20 {
                    let names = try await fixture.database.entries()
                    #expect(names == ["a"])
                }
                blocker.release()
            }
        }
    }

    @Test("a session cannot take the transaction into its own hands")
    func control() async throws {
        try await withFixture { fixture in
            let statements = [
                "COMMIT", "rollback", " BEGIN", "/* at the */ END", "SAVEPOINT a", "RELEASE step",
            ]
            for sql in statements {
                let run = await code {
                    try await fixture.database.write { session in
                        try session.run(Entries.insert, [.text("a")])
                        try session.run(Statement(sql))
                    }
                }
                #expect(run == .statement, "\(sql)")
            }
            for sql in ["COMMIT; SELECT 1;", "ROLLBACK; BEGIN;", "COMMIT; BEGIN IMMEDIATE;"] {
                let script = await code {
                    try await fixture.database.write { session in
                        try session.script(sql)
                        try session.run(Entries.insert, [.text("b")])
                    }
                }
                #expect(script == .statement, "\(sql)")
            }
            let names = try await fixture.database.entries()
            #expect(names == [])
        }
    }

    @Test("a session is worth nothing after its transaction")
    func escaped() async throws {
        try await withFixture { fixture in
            let kept = Escaped()
            try await fixture.database.exclusively { kept.session = $0 }
            let session = try #require(kept.session)
            #expect(throws: DatabaseError.self) { try session.run(Entries.insert, [.text("a")]) }
            #expect(throws: DatabaseError.self) { try session.script("DELETE FROM entries;") }
            #expect(throws: DatabaseError.self) { try session.savepoint {} }
        }
    }

    @Test("more statements than a connection remembers are no trouble")
    func many() async throws {
        try await withFixture { fixture in
            let sum = try await fixture.database.read { session in
                try (0..<3_000).reduce(Int64(0)) { sum, number in
                    let statement = Statement("SELECT \(number)")
                    return sum + (try session.first(statement) { $0.integer(0) } ?? 0)
                }
            }
            #expect(sum == 3_000 * 2_999 / 2)
        }
    }
}

/// Where a test keeps a session it should not keep.
private final class Escaped: @unchecked Sendable {  // SAFETY: set, then read.
    var session: (any Session)?
}
