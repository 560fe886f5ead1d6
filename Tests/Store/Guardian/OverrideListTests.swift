import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("The list of overrides")
struct OverrideListTests {
    @Test("has the newest of one member first, from an instant on", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let at = { (milliseconds: Int64) in Seed.now.adding(milliseconds: milliseconds) }
                for (number, instant): (UInt64, Int64) in [(1, 5), (2, 0), (3, 9), (4, 5)] {
                    let override = seed.override(id(number), minor: Int64(number), at: at(instant))
                    try Overrides.insert(override, in: session)
                }
                let head = try Decisions.append(seed.decision(id(9)), to: seed.origin, in: session)
                #expect(head.sequence == 1)
                try Overrides.use(id(4), by: id(9), in: session)
                let list = { (start: Int64) in
                    try Overrides.newest(of: seed.child, from: at(start), in: session)
                }
                #expect(try list(0).map(\.amountMinor) == [3, 4, 1, 2])
                #expect(try list(0).map(\.isUsed) == [false, true, false, false])
                #expect(try list(1).map(\.amountMinor) == [3, 4, 1])
                #expect(try list(10) == [])
                let newest = try #require(list(9).first)
                #expect(newest.merchant == "Starbucks")
                #expect(newest.createdAt == at(9))
                #expect(try Overrides.newest(of: seed.parent, from: at(0), in: session) == [])
            }
        }
    }

    @Test("has fifty at most", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                for number in 1...UInt64(Limits.overridesListed + 1) {
                    let instant = Seed.now.adding(seconds: Int64(number))
                    try Overrides.insert(
                        seed.override(id(number), minor: Int64(number), at: instant),
                        in: session
                    )
                }
                let list = try Overrides.newest(of: seed.child, from: Seed.now, in: session)
                #expect(list.map(\.amountMinor) == Array((2...51).reversed()))
            }
        }
    }
}
