import Guardian
import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Stored overrides")
struct OverridesTests {
    /// Milliseconds after an override was made, and whether it is good then.
    static let ages: [(Int64, Bool)] = [
        (-1, false), (0, true), (1, true), (299_999, true), (300_000, false), (300_001, false),
    ]

    @Test("are good from the moment they are made for 300 seconds", arguments: Engine.all)
    func validity(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try Overrides.insert(seed.override(id(1)), in: session)
                for (age, isGood) in Self.ages {
                    let found = try Self.usable(seed, at: age, in: session)
                    #expect(found == (isGood ? id(1) : nil), "after \(age) ms")
                    let charged = try Overrides.unused(
                        by: seed.child,
                        merchantKey: "starbucks",
                        amountMinor: 5_000,
                        now: Seed.now.adding(milliseconds: age),
                        in: session
                    )
                    #expect(charged == found, "a charge after \(age) ms")
                }
            }
        }
    }

    private static func usable(
        _ seed: Seed,
        at milliseconds: Int64 = 0,
        of member: ID<Entity.Member>? = nil,
        key: String = "starbucks",
        minor: Int64 = 5_000,
        in session: any Session
    ) throws -> ID<Entity.Override>? {
        let facts = try PurchaseFacts.read(
            amount: Money(minor: minor, currency: .usd),
            category: "fun",
            merchantKey: key,
            of: member ?? seed.child,
            zone: .utc,
            now: Seed.now.adding(milliseconds: milliseconds),
            in: session
        )
        return facts.override
    }

    @Test("are for one member, one merchant and one amount", arguments: Engine.all)
    func exactness(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try Overrides.insert(seed.override(id(1)), in: session)
                #expect(try Self.usable(seed, of: seed.parent, in: session) == nil)
                #expect(try Self.usable(seed, key: "steam", in: session) == nil)
                #expect(try Self.usable(seed, minor: 4_999, in: session) == nil)
                #expect(try Self.usable(seed, minor: 5_001, in: session) == nil)
                #expect(try Self.usable(seed, in: session) == id(1))
            }
        }
    }

    @Test("are used oldest first, each once", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try Overrides.insert(
                    seed.override(id(1), at: Seed.now.adding(milliseconds: 5)),
                    in: session
                )
                try Overrides.insert(seed.override(id(2)), in: session)
                try Overrides.insert(seed.override(id(3)), in: session)
                var head = seed.origin
                for (number, decision): (UInt64, UInt64) in [(2, 11), (3, 12), (1, 13)] {
                    #expect(try Self.usable(seed, at: 5, in: session) == id(number))
                    head = try Decisions.append(seed.decision(id(decision)), to: head, in: session)
                    try Overrides.use(id(number), by: id(decision), in: session)
                }
                #expect(try Self.usable(seed, at: 5, in: session) == nil)
            }
        }
    }

    @Test("cannot be used twice", arguments: Engine.all)
    func twice(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try Overrides.insert(seed.override(id(1)), in: session)
                let head = try Decisions.append(seed.decision(id(2)), to: seed.origin, in: session)
                _ = try Decisions.append(seed.decision(id(3)), to: head, in: session)
                try Overrides.use(id(1), by: id(2), in: session)
            }
            let before = try await DatabaseContents(database)
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { try Overrides.use(id(1), by: id(3), in: $0) }
            }
            #expect(error?.code == .conflict)
            #expect(try await DatabaseContents(database) == before)
        }
    }
}
