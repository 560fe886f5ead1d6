import CSQLite
import SQL
import Synchronization
import Testbed
import Testing

@testable import SQLiteDriver

@Suite("Group commit")
struct GroupCommitTests {
    @Test("many writes that wait together cost few trips to the disk")
    func fewSyncs() async throws {
        try await withFixture(Blocker.bounds) { fixture in
            let before = FaultyFiles.syncs(of: fixture.log)
            let codes = try await Blocker.hold(fixture.database) { blocker in
                await fixture.database.together(blocker, Self.inserts(50))
            }
            #expect(codes.allSatisfy { $0 == nil })
            #expect(FaultyFiles.syncs(of: fixture.log) <= before + 10)
            let count = try await fixture.database.entries().count
            #expect(count == 50)
        }
    }

    @Test("nobody is answered before the disk has it")
    func notEarly() async throws {
        try await withFixture(Blocker.bounds) { fixture in
            let (answered, isFlushed) = (Count(), Count())
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await FaultyFiles.duringSync(of: fixture.log) {
                    for number in 0..<10 {
                        group.addTask {
                            try await fixture.database.put("n\(number)")
                            answered.add()
                            #expect(isFlushed.value == 1, "it was answered before")
                        }
                    }
                } whileWaiting: {
                    let names = try await fixture.database.entries()
                    #expect(names == [], "readers do not see what is not on the disk yet")
                    #expect(answered.value == 0)
                    isFlushed.add()
                }
                try await group.waitForAll()
            }
            #expect(answered.value == 10)
        }
    }

    @Test("every answered write was followed by a trip to the disk, and others see it")
    func each() async throws {
        try await withFixture(Blocker.bounds) { fixture in
            let other = try OtherProgram(fixture.path)
            for number in 1...5 {
                let before = FaultyFiles.syncs(of: fixture.log)
                try await fixture.database.put("n\(number)")
                #expect(FaultyFiles.syncs(of: fixture.log) == before + 1)
                #expect(try other.integer("SELECT COUNT(*) FROM entries") == number)
            }
        }
    }

    @Test("a write that throws, breaks a rule or refers to what is not there fails alone")
    func alone() async throws {
        try await withFixture(Blocker.bounds) { fixture in
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
            let codes = try await Blocker.hold(fixture.database) { blocker in
                await fixture.database.together(blocker, works)
            }
            #expect(codes == [nil, .unique, .constraint, .schema, nil, nil])
            let names = try await fixture.database.entries()
            #expect(names == ["first", "last", "later"])
        }
    }

    @Test("whichever way a write fails, it fails alone", arguments: Failing.allCases)
    func aloneFirst(_ failing: Failing) async throws {
        try await withFixture(Blocker.bounds) { fixture in
            try await fixture.database.put("first")
            let codes = try await Blocker.hold(fixture.database) { blocker in
                await fixture.database.together(
                    blocker,
                    [
                        { try $0.run(Entries.insert, [.text("before")]) },
                        { try failing.run(in: $0) },
                        { try $0.run(Entries.insert, [.text("after")]) },
                    ]
                )
            }
            #expect(codes == [nil, failing.code, nil])
            let names = try await fixture.database.entries()
            #expect(names == ["after", "before", "first"])
        }
    }

    @Test("after one has failed, the group's writes run again and the next groups' once")
    func again() async throws {
        try await withFixture(Blocker.bounds) { fixture in
            let runs = Runs()
            let works: [@Sendable (any Session) throws -> Void] = [
                { try runs.insert("before", in: $0) },
                { _ in
                    runs.add("refused")
                    throw DatabaseError(.schema, "of its own")
                },
                { try runs.insert("after", in: $0) },
            ]
            let codes = try await Blocker.hold(fixture.database) { blocker in
                await fixture.database.together(blocker, works)
            }
            #expect(codes == [nil, .schema, nil])
            #expect(runs.counted == ["before": 2, "refused": 2, "after": 1])

            _ = await code { try await fixture.database.write(works[1]) }
            #expect(runs.counted["refused"] == 3)
            for number in 0..<64 { try await fixture.database.put("n\(number)") }
            _ = await code { try await fixture.database.write(works[1]) }
            #expect(runs.counted["refused"] == 4, "alone in its group, it does not run again")
            let names = try await fixture.database.entries()
            #expect(names.count == 66 && names.contains("before") && names.contains("after"))
        }
    }

    @Test("a failure is remembered for 64 groups, and then none of them has savepoints")
    func remembered() async throws {
        try await withFixture(Blocker.bounds) { fixture in
            let runs = Runs()
            for isGuarded in [false, true] {
                let works: [@Sendable (any Session) throws -> Void] = [
                    { _ in runs.add("\(isGuarded)") },
                    { _ in throw DatabaseError(.schema, "of its own") },
                ]
                _ = try await Blocker.hold(fixture.database) { blocker in
                    await fixture.database.together(blocker, works)
                }
            }
            #expect(runs.counted == ["false": 2, "true": 1])
            for number in 0..<64 { try await fixture.database.put("n\(number)") }
            _ = try await Blocker.hold(fixture.database) { blocker in
                await fixture.database.together(
                    blocker,
                    [
                        { _ in runs.add("later") },
                        { _ in throw DatabaseError(.schema, "of its own") },
                    ]
                )
            }
            #expect(runs.counted["later"] == 2)
        }
    }

    @Test("a group that cannot begin again because of another process is refused as a whole")
    func lostItsPlace() async throws {
        try await withFixture { fixture in
            let other = try OtherProgram(fixture.path)
            var bounds = Bounds()
            bounds.lockMilliseconds = 1
            let handle = try Opening.writer(fixture.path, bounds)
            let connection = Connection(handle, role: .writer, bounds: bounds)
            defer { connection.close() }
            var group = try Group(on: connection, guarded: false)
            other.takesTurn(beforeNextBeginOf: connection.handle)
            let refused = await code {
                try await withUnsafeThrowingContinuation { caller in
                    group.run(
                        Job(
                            isAlone: false,
                            { _ in throw DatabaseError(.schema, "of its own") },
                            caller
                        )
                    )
                    #expect(!group.isIntact && group.count == 1)
                    group.commit()
                }
            }
            #expect(refused == .conflict)
            try other.run("ROLLBACK")
        }
    }

    @Test("a migration is committed for itself")
    func exclusive() async throws {
        try await withFixture(Blocker.bounds) { fixture in
            let before = FaultyFiles.syncs(of: fixture.log)
            try await Blocker.hold(fixture.database) { blocker in
                async let first: Void = fixture.database.put("a")
                await fixture.database.untilWaiting(1)
                async let alone = fixture.database.exclusively { session in
                    try session.rows(Entries.names) { $0.text(0) }
                }
                await fixture.database.untilWaiting(2)
                async let last: Void = fixture.database.put("b")
                await fixture.database.untilWaiting(3)
                blocker.release()
                _ = try await (first, last)
                let seen = try await alone
                #expect(seen == ["a"])
            }
            #expect(FaultyFiles.syncs(of: fixture.log) == before + 2)
        }
    }

    static func inserts(_ count: Int) -> [@Sendable (any Session) throws -> Void] {
        (0..<count).map { number in
            { try $0.run(Entries.insert, [.text("n\(number)")]) }
        }
    }
}

/// Ways in which a write fails.
enum Failing: CaseIterable {
    case broken
    case caught
    case ending
    case loose
    case thrown

    var code: DatabaseError.Code {
        switch self {
        case .broken, .caught: .unique
        case .ending: .statement
        case .loose: .constraint
        case .thrown: .schema
        }
    }

    func run(in session: any Session) throws {
        try session.run(Entries.insert, [.text("of the one that fails")])
        switch self {
        case .broken: try session.run(Entries.insert, [.text("first")])
        case .caught: _ = try? session.run(Entries.insert, [.text("first")])
        case .ending: try session.run(Statement("/* of its own */ -- and\nROLLBACK"))
        case .loose: try session.run(Entries.note, [.integer(404)])
        case .thrown: throw DatabaseError(.schema, "of its own")
        }
    }
}

/// How often each write has run.
private final class Runs: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    var counted: [String: Int] { counts.withLock { $0 } }

    func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

    func insert(_ name: String, in session: any Session) throws {
        add(name)
        try session.run(Entries.insert, [.text(name)])
    }
}

/// A number that tasks count up.
private final class Count: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
