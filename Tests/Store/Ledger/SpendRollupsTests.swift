import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Stored sums of spending")
struct SpendRollupsTests {
    private static func spending(
        _ member: ID<Entity.Member>,
        _ minor: Int64,
        day: Int = 20_103,
        category: String = "GAMES",
        guardian: String = "fun",
        merchant: String = "Steam"
    ) -> Spending {
        Spending(
            member: member,
            day: CivilDay(dayNumber: day),
            category: category,
            guardianCategory: guardian,
            merchant: merchant,
            merchantKey: merchant.lowercased(),
            amountMinor: minor,
            count: 1
        )
    }

    @Test("add up by day, month and merchant", arguments: Engine.all)
    func sums(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let member = seed.child
                for entry in [
                    Self.spending(member, 100), Self.spending(member, 20, merchant: "STEAM"),
                    Self.spending(member, 3, day: 20_104), Self.spending(member, 4, day: 20_120),
                    Self.spending(member, 5, category: "EVENTS", guardian: "entertainment"),
                    Self.spending(seed.parent, 1_000),
                ] { try SpendRollups.add(entry, in: session) }
                let sums = { (kind: SpendRollups.Kind) in
                    try SpendRollups.sums(kind, of: member, in: session).map {
                        "\($0.key.joined(separator: " ")): \($0.amountMinor) in \($0.count)"
                    }
                }
                #expect(
                    try sums(.byDay) == [
                        "entertainment 20103 EVENTS: 5 in 1", "fun 20103 GAMES: 120 in 2",
                        "fun 20104 GAMES: 3 in 1", "fun 20120 GAMES: 4 in 1",
                    ]
                )
                #expect(
                    try sums(.byMonth) == [
                        "entertainment 24300 EVENTS: 5 in 1", "fun 24300 GAMES: 123 in 3",
                        "fun 24301 GAMES: 4 in 1",
                    ]
                )
                #expect(
                    try sums(.byMerchant) == [
                        "steam 20103 : 125 in 3", "steam 20104 : 3 in 1", "steam 20120 : 4 in 1",
                    ]
                )
            }
        }
    }

    @Test(
        "are told for one member and category over days, both ends included",
        arguments: Engine.all
    )
    func windows(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                for day in 20_100...20_110 {
                    let minor = Int64(1) << Int64(day - 20_100)
                    let entry = Self.spending(seed.child, minor, day: day)
                    try SpendRollups.add(entry, in: session)
                }
                let spent = {
                    (member: ID<Entity.Member>, category: String, first: Int, last: Int) in
                    try SpendRollups.total(
                        by: member,
                        guardianCategory: category,
                        on: CivilDay(dayNumber: first)...CivilDay(dayNumber: last),
                        in: session
                    ).amountMinor
                }
                #expect(try spent(seed.child, "fun", 20_100, 20_110) == 2_047)
                #expect(try spent(seed.child, "fun", 20_101, 20_103) == 2 + 4 + 8)
                #expect(try spent(seed.child, "fun", 20_105, 20_105) == 32)
                #expect(try spent(seed.child, "fun", 20_111, 20_120) == 0)
                #expect(try spent(seed.child, "games", 20_100, 20_110) == 0)
                #expect(try spent(seed.parent, "fun", 20_100, 20_110) == 0)
            }
        }
    }

    @Test("a purchase that is taken back leaves no sum behind", arguments: Engine.all)
    func negated(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let entry = Self.spending(seed.child, 77)
                try SpendRollups.add(entry, in: session)
                try SpendRollups.add(entry.negated, in: session)
                for kind in SpendRollups.Kind.allCases {
                    #expect(try SpendRollups.sums(kind, of: seed.child, in: session) == [])
                }
            }
        }
    }

    @Test(
        "keep a merchant's newer spelling when an older purchase is taken back",
        arguments: Engine.all
    )
    func spelling(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let older = Self.spending(seed.child, 5, merchant: "steam")
                try SpendRollups.add(older, in: session)
                try SpendRollups.add(Self.spending(seed.child, 7, merchant: "Steam"), in: session)
                try SpendRollups.add(older.negated, in: session)
                let day = CivilDay(dayNumber: 20_103)
                let totals = try SpendRollups.totalsByMerchant(
                    by: seed.child,
                    on: day...day,
                    in: session
                )
                #expect(totals["steam"]?.merchant == "Steam")
                #expect(totals["steam"]?.total.amountMinor == 7)
            }
        }
    }

    @Test("are the same of several at once as one by one", arguments: Engine.all)
    func together(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let older = Self.spending(seed.child, 5, merchant: "steam")
                try SpendRollups.add(
                    [older, Self.spending(seed.child, 7, merchant: "Steam"), older.negated],
                    in: session
                )
                try SpendRollups.add([], in: session)
                let day = CivilDay(dayNumber: 20_103)
                let totals = try SpendRollups.totalsByMerchant(
                    by: seed.child,
                    on: day...day,
                    in: session
                )
                #expect(totals["steam"]?.merchant == "Steam")
                #expect(totals["steam"]?.total.amountMinor == 7)
                let sums = try SpendRollups.sums(.byMonth, of: seed.child, in: session)
                #expect(sums.map(\.amountMinor) == [7] && sums.map(\.count) == [1])
            }
        }
    }

    @Test("keep a merchant's newer spelling when an older purchase is moved", arguments: Engine.all)
    func movedSpelling(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let older = Self.spending(seed.child, 5, merchant: "steam")
                try SpendRollups.add(older, in: session)
                try SpendRollups.add(Self.spending(seed.child, 7, merchant: "Steam"), in: session)
                let moved = Self.spending(seed.child, 5, category: "GROCERIES", merchant: "steam")
                try SpendRollups.move(older, to: moved, in: session)
                let day = CivilDay(dayNumber: 20_103)
                let totals = try SpendRollups.totalsByMerchant(
                    by: seed.child,
                    on: day...day,
                    in: session
                )
                #expect(totals["steam"]?.merchant == "Steam")
                #expect(totals["steam"]?.total.amountMinor == 12)
                let sums = try SpendRollups.sums(.byDay, of: seed.child, in: session)
                #expect(sums.map(\.amountMinor).sorted() == [5, 7])
            }
        }
    }

    @Test("are walked page by page to the last", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            let count = Limits.walkRows + 1
            try await database.write { session in
                for day in 0..<count {
                    try SpendRollups.add(Self.spending(seed.child, 1, day: day), in: session)
                }
            }
            let sums = try await database.read { session in
                try SpendRollups.sums(.byDay, of: seed.child, in: session)
            }
            #expect(Set(sums.map(\.key)).count == count)
        }
    }

    @Test("have the key that the stored row has", arguments: Engine.all)
    func keys(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let entry = Self.spending(seed.child, 1)
                try SpendRollups.add(entry, in: session)
                for kind in SpendRollups.Kind.allCases {
                    let stored = try SpendRollups.sums(kind, of: seed.child, in: session)
                    #expect(stored.map(\.key) == [SpendRollups.key(of: entry, kind)])
                }
            }
        }
    }
}
