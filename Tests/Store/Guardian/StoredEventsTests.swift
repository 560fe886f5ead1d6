import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Stored events")
struct StoredEventsTests {
    private static func append(
        _ body: String,
        of member: ID<Entity.Member>,
        _ seed: Seed,
        at instant: Timestamp = Seed.now,
        in session: any Session
    ) throws {
        try Events.append(
            .approvalDecided,
            of: member,
            body,
            after: seed.origin,
            now: instant,
            in: session
        )
    }

    @Test("are read on from one of them, of all or of one member", arguments: Engine.all)
    func reading(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let other = try Seed.plant("roe", ids: SystemIDs(), in: session)
                let list = { (after: Int64, member: ID<Entity.Member>?) in
                    try Events.list(
                        after: Serial(after),
                        of: seed.household,
                        member: member,
                        in: session
                    )
                }
                #expect(try Events.newest(of: seed.household, in: session) == Serial(0))
                #expect(try list(0, nil) == [])
                try Self.append("1", of: seed.child, seed, in: session)
                try Self.append("2", of: seed.parent, seed, in: session)
                try Self.append("3", of: other.child, other, in: session)
                try Self.append("4", of: seed.child, seed, in: session)
                let all = try list(0, nil)
                #expect(all.map(\.body) == ["1", "2", "4"])
                #expect(all.map(\.kind.rawValue) == Array(repeating: "approval.decided", count: 3))
                #expect(try list(all[0].number.value, nil).map(\.body) == ["2", "4"])
                #expect(try list(0, seed.child).map(\.body) == ["1", "4"])
                #expect(try list(all[2].number.value, nil) == [])
                #expect(try Events.newest(of: seed.household, in: session) == all[2].number)
            }
        }
    }

    @Test("are read a hundred at a time", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                for number in 1...101 {
                    try Self.append(String(number), of: seed.child, seed, in: session)
                }
                let first = try Events.list(
                    after: Serial(0),
                    of: seed.household,
                    member: nil,
                    in: session
                )
                #expect(first.map(\.body) == (1...100).map(String.init))
            }
        }
    }

    @Test("are kept for seven days, and no number is given out twice", arguments: Engine.all)
    func purging(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                for age: Int64 in [0, 1, 2] {
                    let instant = Seed.now.adding(milliseconds: age)
                    try Self.append(String(age), of: seed.child, seed, at: instant, in: session)
                }
                let newest = try Events.newest(of: seed.household, in: session)
                let week = Seed.now.adding(seconds: 7 * 86_400)
                let purge = { (most: Int, milliseconds: Int64) in
                    let now = week.adding(milliseconds: milliseconds)
                    return try Events.purge(upTo: most, now: now, in: session)
                }
                #expect(try purge(10, 0) == 0)
                #expect(try purge(10, 1) == 1)
                #expect(try purge(1, 3) == 1)
                #expect(try purge(10, 3) == 1)
                #expect(try Events.newest(of: seed.household, in: session) == Serial(0))
                try Self.append("3", of: seed.child, seed, in: session)
                #expect(try Events.newest(of: seed.household, in: session) > newest)
            }
        }
    }
}
