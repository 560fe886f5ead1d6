import GRDBSQLite
import SQL
import Synchronization
import Testbed
import Testing

@testable import SQLiteDriver

@Suite("Group commit")
struct GroupCommitTests {
    @Test("many writes that wait together cost few trips to the disk")
    func fewSyncs() async throws {
        try await withDesk(Blocker.bounds) { desk in
            let before = FaultyFiles.syncs(of: desk.log)
            let codes = try await Blocker.hold(desk.database) { blocker in
                await desk.database.together(blocker, Self.inserts(50))
            }
            #expect(codes.allSatisfy { $0 == nil })
            #expect(FaultyFiles.syncs(of: desk.log) <= before + 10)
            let count = try await desk.database.entries().count
            #expect(count == 50)
        }
    }

    @Test("nobody is answered before the disk has it")
    func notEarly() async throws {
        try await withDesk(Blocker.bounds) { desk in
            let answered = Count()
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await FaultyFiles.duringSync(of: desk.log) {
                    for number in 0..<10 {
                        group.addTask {
                            try await desk.database.put("n\(number)")
                            answered.add()
                        }
                    }
                } whileWaiting: {
                    for _ in 0..<100 { await Task.yield() }
                    #expect(answered.value == 0)
                    let names = try await desk.database.entries()
                    #expect(names == [], "readers do not see what is not on the disk yet")
                }
                try await group.waitForAll()
            }
            #expect(answered.value == 10)
        }
    }

    @Test("every answered write was followed by a trip to the disk, and others see it")
    func each() async throws {
        try await withDesk(Blocker.bounds) { desk in
            let other = try OtherProgram(desk.path)
            for number in 1...5 {
                let before = FaultyFiles.syncs(of: desk.log)
                try await desk.database.put("n\(number)")
                #expect(FaultyFiles.syncs(of: desk.log) == before + 1)
                #expect(try other.integer("SELECT COUNT(*) FROM entries") == number)
            }
        }
    }

    @Test("a write that throws, breaks a rule or leaves a loose end fails alone")
    func alone() async throws {
        try await withDesk(Blocker.bounds) { desk in
            let works: [@Sendable (any Session) throws -> Void] = [
                { try $0.run(Entries.insert, [.text("first")]) },
                { try $0.run(Entries.insert, [.text("first")]) },
                {
                    try $0.run(Entries.insert, [.text("noted")])
                    try $0.run(Entries.note, [.integer(404)])
                },
                {
                    try $0.run(Entries.insert, [.text("thrown")])
                    throw DatabaseError(.schema, "of its own")
                },
                {
                    try $0.run(Entries.note, [.integer(3)])
                    try $0.run(Statement("INSERT INTO entries (id, name) VALUES (3, 'later')"))
                },
                { try $0.run(Entries.insert, [.text("last")]) },
            ]
            let codes = try await Blocker.hold(desk.database) { blocker in
                await desk.database.together(blocker, works)
            }
            #expect(codes == [nil, .unique, .constraint, .schema, nil, nil])
            let names = try await desk.database.entries()
            #expect(names == ["first", "last", "later"])
        }
    }

    @Test("a migration is committed for itself")
    func exclusive() async throws {
        try await withDesk(Blocker.bounds) { desk in
            let before = FaultyFiles.syncs(of: desk.log)
            try await Blocker.hold(desk.database) { blocker in
                async let first: Void = desk.database.put("a")
                await desk.database.untilWaiting(1)
                async let alone = desk.database.exclusively { session in
                    try session.rows(Entries.names) { $0.text(0) }
                }
                await desk.database.untilWaiting(2)
                async let last: Void = desk.database.put("b")
                await desk.database.untilWaiting(3)
                blocker.release()
                _ = try await (first, last)
                let seen = try await alone
                #expect(seen == ["a"])
            }
            #expect(FaultyFiles.syncs(of: desk.log) == before + 2)
        }
    }

    static func inserts(_ count: Int) -> [@Sendable (any Session) throws -> Void] {
        (0..<count).map { number in
            { try $0.run(Entries.insert, [.text("n\(number)")]) }
        }
    }
}

/// A number that tasks count up.
private final class Count: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
