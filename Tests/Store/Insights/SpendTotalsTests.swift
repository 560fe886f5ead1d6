import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Totals of stored sums")
struct SpendTotalsTests {
    private static let first = CivilDay(dayNumber: 20_103)

    private static func spending(
        _ member: ID<Entity.Member>,
        _ minor: Int64,
        day: Int,
        guardian: String = "fun",
        category: String = "GAMES",
        merchant: String = "Steam"
    ) -> Spending {
        Spending(
            member: member,
            day: first.adding(days: day),
            category: category,
            guardianCategory: guardian,
            merchant: merchant,
            merchantKey: merchant.lowercased(),
            amountMinor: minor,
            count: 1
        )
    }

    /// Runs `work` where the child spent in two categories at three merchants on days 0 to 4.
    private func withSpending(
        _ engine: Engine,
        _ work: @escaping @Sendable (Seed, any Session) throws -> Void
    ) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let child = seed.child
                for entry in [
                    Self.spending(child, 1, day: 0), Self.spending(child, 2, day: 1),
                    Self.spending(child, 4, day: 1, category: "fun", merchant: "STEAM"),
                    Self.spending(child, 8, day: 2, guardian: "groceries", merchant: "Aldi"),
                    Self.spending(child, 16, day: 3, merchant: "Games"),
                    Self.spending(child, 32, day: 4), Self.spending(seed.parent, 64, day: 1),
                ] { try SpendRollups.add(entry, in: session) }
                for entry in [
                    Self.spending(child, 128, day: 2),
                    Self.spending(child, 256, day: 3, guardian: "alcohol", merchant: "Gone"),
                ] {
                    try SpendRollups.add(entry, in: session)
                    try SpendRollups.add(entry.negated, in: session)
                }
                try work(seed, session)
            }
        }
    }

    private static func days(_ first: Int, _ last: Int) -> ClosedRange<CivilDay> {
        Self.first.adding(days: first)...Self.first.adding(days: last)
    }

    static let windows: [(first: Int, last: Int, total: SpendTotal, fun: SpendTotal)] = [
        (
            0, 4, SpendTotal(amountMinor: 63, count: 6), SpendTotal(amountMinor: 55, count: 5)
        ),
        (
            1, 3, SpendTotal(amountMinor: 30, count: 4), SpendTotal(amountMinor: 22, count: 3)
        ),
        (2, 2, SpendTotal(amountMinor: 8, count: 1), SpendTotal()),
        (5, 9, SpendTotal(), SpendTotal()),
    ]

    @Test(
        "are those of the days asked for, both ends included",
        arguments: Engine.all,
        windows.indices
    )
    func totals(engine: Engine, index: Int) async throws {
        let (first, last, total, fun) = Self.windows[index]
        try await withSpending(engine) { seed, session in
            let days = Self.days(first, last)
            #expect(try SpendRollups.total(by: seed.child, on: days, in: session) == total)
            let ofFun = try SpendRollups.total(
                by: seed.child,
                guardianCategory: "fun",
                on: days,
                in: session
            )
            #expect(ofFun == fun)
        }
    }

    @Test("by category and by day leave out what was taken back", arguments: Engine.all)
    func groups(engine: Engine) async throws {
        try await withSpending(engine) { seed, session in
            let days = Self.days(1, 4)
            let categories = try SpendRollups.totalsByCategory(
                by: seed.child,
                on: days,
                in: session
            )
            #expect(
                categories == [
                    "fun": SpendTotal(amountMinor: 54, count: 4),
                    "groceries": SpendTotal(amountMinor: 8, count: 1),
                ]
            )
            let byDay = try SpendRollups.totalsByDay(by: seed.child, on: days, in: session)
            #expect(byDay.map { $0.day.dayNumber - Self.first.dayNumber } == [1, 2, 3, 4])
            #expect(byDay.map(\.total.amountMinor) == [6, 8, 16, 32])
            #expect(byDay.map(\.total.count) == [2, 1, 1, 1])
        }
    }

    @Test("by merchant have the spelling of the last day that has one", arguments: Engine.all)
    func merchants(engine: Engine) async throws {
        try await withSpending(engine) { seed, session in
            let all = try Self.merchants(of: seed, 0, 4, in: session)
            #expect(
                all == ["steam": "Steam 39 in 4", "aldi": "Aldi 8 in 1", "games": "Games 16 in 1"]
            )
            // Day 2 has a purchase at Steam that was taken back: its spelling does not count.
            let first = try Self.merchants(of: seed, 0, 2, in: session)
            #expect(first == ["steam": "STEAM 7 in 3", "aldi": "Aldi 8 in 1"])
            #expect(try Self.merchants(of: seed, 5, 9, in: session) == [:])
        }
    }

    private static func merchants(
        of seed: Seed,
        _ first: Int,
        _ last: Int,
        in session: any Session
    ) throws -> [String: String] {
        try SpendRollups.totalsByMerchant(by: seed.child, on: days(first, last), in: session)
            .mapValues { "\($0.merchant) \($0.total.amountMinor) in \($0.total.count)" }
    }

    @Test("of amounts near the bound do not overflow", arguments: Engine.all)
    func large(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                for day in 0..<50 {
                    let entry = Self.spending(seed.child, Limits.amountMinor, day: day)
                    try SpendRollups.add(entry, in: session)
                }
                let days = Self.days(0, 49)
                let total = try SpendRollups.total(by: seed.child, on: days, in: session)
                #expect(total == SpendTotal(amountMinor: 50 * Limits.amountMinor, count: 50))
            }
        }
    }
}
