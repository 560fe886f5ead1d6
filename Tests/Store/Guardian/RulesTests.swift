import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Stored limits")
struct RulesTests {
    @Test("keep their number when they are set anew", arguments: Engine.all)
    func upsert(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let set = { (minor: Int64, category: String) in
                    try Rules.set(minor, of: seed.child, for: category, now: Seed.now, in: session)
                }
                let fun = try set(20_000, "fun")
                let games = try set(0, "games")
                #expect(try set(5, "fun") == fun)
                #expect(games > fun)
                let list = try Rules.list(of: seed.child, in: session)
                #expect(list.map(\.number) == [fun, games])
                let again = try Rules.set(
                    6,
                    of: seed.child,
                    for: "fun",
                    id: id(9),
                    now: Seed.now,
                    in: session
                )
                #expect(again.id == list[0].id && again.number == fun)
                #expect(list.map(\.category) == ["fun", "games"])
                #expect(list.map(\.monthlyLimitMinor) == [5, 0])
                #expect(try Rules.count(of: seed.child, in: session) == 2)
            }
        }
    }

    @Test("belong to one member and one category", arguments: Engine.all)
    func scopes(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                _ = try Rules.set(0, of: seed.child, for: "fun", now: Seed.now, in: session)
                let limit = { try Rules.limitMinor(of: $0, for: $1, in: session) }
                #expect(try limit(seed.child, "fun") == 0)
                #expect(try limit(seed.child, "Fun") == nil)
                #expect(try limit(seed.parent, "fun") == nil)
                #expect(try Rules.list(of: seed.parent, in: session) == [])
                #expect(try Rules.count(of: seed.parent, in: session) == 0)
            }
        }
    }
}
