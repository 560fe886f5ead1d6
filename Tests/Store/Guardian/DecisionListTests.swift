import Guardian
import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("The list of decisions")
struct DecisionListTests {
    @Test("has one member's, the newest first, before any place", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                var head = seed.origin
                for number: UInt64 in [3, 5, 9] {
                    head = try Decisions.append(seed.decision(id(number)), to: head, in: session)
                }
                let list = { (before: UInt64?, limit: Int) in
                    try Decisions.newest(
                        of: seed.child,
                        before: before.map { id($0) },
                        limit: limit,
                        in: session
                    ).map(\.id)
                }
                #expect(try list(nil, 100) == [id(9), id(5), id(3)])
                #expect(try list(nil, 2) == [id(9), id(5)])
                #expect(try list(5, 100) == [id(3)])
                // A place that no decision is at.
                #expect(try list(6, 100) == [id(5), id(3)])
                #expect(try list(3, 100) == [])
                let others = try Decisions.newest(
                    of: seed.parent,
                    before: nil,
                    limit: 100,
                    in: session
                )
                #expect(others == [])
            }
        }
    }

    @Test("and one of a household with its trace", arguments: Engine.all)
    func trace(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try Overrides.insert(seed.override(id(4)), in: session)
                let made = seed.decision(id(9), override: id(4))
                _ = try Decisions.append(made, to: seed.origin, in: session)
                let found = try #require(
                    try Decisions.traced(id(9), of: seed.household, in: session)
                )
                #expect(found.trace == made.trace && found.override == id(4))
                #expect(found.decision.merchant == "Starbucks")
                #expect(found.decision.amountMinor == 500)
                #expect(found.decision.answer == "DECLINE" && found.decision.reason == "risky")
                #expect(found.decision.message == made.message)
                #expect(found.decision.decidedAt == Seed.now)
                #expect(try Decisions.traced(id(8), of: seed.household, in: session) == nil)
                #expect(try Decisions.traced(id(9), of: ID(.zero), in: session) == nil)
            }
        }
    }

    @Test("knows the first permission for exactly a purchase within a day", arguments: Engine.all)
    func permission(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let at = { (seconds: Int64) in Seed.now.adding(seconds: seconds) }
                for (number, minor, key, seconds): (UInt64, Int64, String, Int64) in [
                    (1, 500, "starbucks", -1), (2, 501, "starbucks", 1), (3, 500, "other", 2),
                    (4, 500, "starbucks", 60), (5, 500, "starbucks", 90),
                ] {
                    let given = seed.override(id(number), minor: minor, key: key, at: at(seconds))
                    try Overrides.insert(given, in: session)
                }
                let find = { (start: Timestamp) in
                    try Overrides.outcome(
                        at: "starbucks",
                        about: 500,
                        for: seed.child,
                        since: start,
                        in: session
                    )
                }
                let first = try #require(try find(Seed.now))
                #expect(first.createdAt == at(60) && !first.isUsed && first.decision == nil)
                #expect(try find(at(-86_400 + 59)) == find(at(-2)))
                #expect(try find(at(91)) == nil)
                #expect(try find(at(-86_402)) == nil)
                _ = try Decisions.append(seed.decision(id(9)), to: seed.origin, in: session)
                try Overrides.use(id(4), by: id(9), in: session)
                let used = try #require(try Overrides.outcome(of: id(4), in: session))
                #expect(used.isUsed && used.decision == id(9))
                #expect(try find(Seed.now) == used)
                #expect(try Overrides.outcome(of: id(8), in: session) == nil)
            }
        }
    }
}
