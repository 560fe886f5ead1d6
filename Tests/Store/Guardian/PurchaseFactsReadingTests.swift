import Guardian
import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("The facts of a purchase, as they are read")
struct PurchaseFactsReadingTests {
    private static func read(
        _ seed: Seed,
        of member: ID<Entity.Member>? = nil,
        category: String = "fun",
        zone: Zone = .utc,
        now: Timestamp = Seed.now,
        in session: any Session
    ) throws -> PurchaseFacts {
        try PurchaseFacts.read(
            amount: Money(minor: 5_000, currency: .usd),
            category: category,
            merchantKey: "starbucks",
            of: member ?? seed.child,
            zone: zone,
            now: now,
            in: session
        )
    }

    private static func spending(_ seed: Seed, _ minor: Int64, on day: CivilDay) -> Spending {
        Spending(
            member: seed.child,
            day: day,
            category: "GAMES",
            guardianCategory: "fun",
            merchant: "Steam",
            merchantKey: "steam",
            amountMinor: minor,
            count: 1
        )
    }

    @Test(
        "are nothing where nothing was set, and spending counts for a limit only",
        arguments: Engine.all
    )
    func nothing(engine: Engine) async throws {
        try await withWrite(engine) { seed, session in
            let today = Zone.utc.day(of: Seed.now)
            try SpendRollups.add(Self.spending(seed, 700, on: today), in: session)
            let facts = try Self.read(seed, in: session)
            #expect(facts.amount == Money(minor: 5_000, currency: .usd))
            #expect(facts.category == "fun")
            #expect(facts.override == nil)
            #expect(facts.limit == nil)
            #expect(facts.spentThisMonth == nil)
        }
    }

    @Test(
        "are the override, the limit and the month's spending of one member and category",
        arguments: Engine.all
    )
    func everything(engine: Engine) async throws {
        try await withWrite(engine) { seed, session in
            let today = Zone.utc.day(of: Seed.now)
            _ = try Rules.set(20_000, of: seed.child, for: "fun", now: Seed.now, in: session)
            #expect(try Self.read(seed, in: session).spentThisMonth?.minor == 0)
            try Overrides.insert(seed.override(id(1)), in: session)
            try SpendRollups.add(Self.spending(seed, 700, on: today), in: session)
            try SpendRollups.add(Self.spending(seed, 5, on: today.month.firstDay), in: session)
            let facts = try Self.read(seed, in: session)
            #expect(facts.override == id(1))
            #expect(facts.limit?.minor == 20_000)
            #expect(facts.spentThisMonth?.minor == 705)
            #expect(try Self.read(seed, of: seed.parent, in: session).limit == nil)
            let games = try Self.read(seed, category: "games", in: session)
            #expect(games.limit == nil)
            #expect(games.override == id(1))
        }
    }

    @Test(
        "count the days of the household's month up to today, and no others",
        arguments: Engine.all
    )
    func month(engine: Engine) async throws {
        // Already 1 March in UTC, still 28 February in New York.
        let now = Timestamp(milliseconds: 1_772_326_800_000)
        let newYork = try #require(Zone.named("America/New_York"))
        let february = newYork.day(of: now)
        let march = Zone.utc.day(of: now)
        #expect(february.adding(days: 1) == march)
        try await withWrite(engine) { seed, session in
            _ = try Rules.set(20_000, of: seed.child, for: "fun", now: Seed.now, in: session)
            let january = february.month.firstDay.adding(days: -1)
            let days = [january, february.month.firstDay, february, march, march.adding(days: 1)]
            for (place, day) in days.enumerated() {
                try SpendRollups.add(Self.spending(seed, 1 << Int64(place), on: day), in: session)
            }
            let there = try Self.read(seed, zone: newYork, now: now, in: session)
            #expect(there.spentThisMonth?.minor == 6)
            let here = try Self.read(seed, now: now, in: session)
            #expect(here.spentThisMonth?.minor == 8)
        }
    }

    private func withWrite(
        _ engine: Engine,
        _ body: @escaping @Sendable (Seed, any Session) throws -> Void
    ) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in try body(seed, session) }
        }
    }
}
