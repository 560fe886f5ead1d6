import Guardian
import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Counted days of decisions")
struct DecisionDaysTests {
    private static let day = CivilDay(dayNumber: 20_103)

    private static func decisions(
        _ authorized: Int64,
        _ risky: Int64 = 0,
        _ overridden: Int64 = 0,
        at positions: ClosedRange<Int64> = 1...1
    ) -> DecisionDay {
        DecisionDay(
            counts: DecisionCounts(authorized: authorized, risky: risky, overridden: overridden),
            positions: positions
        )
    }

    @Test("add up, and keep the positions of the first and the last", arguments: Engine.all)
    func sums(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let add = { (decisions: DecisionDay) in
                    try DecisionDays.add(decisions, of: seed.child, on: Self.day, in: session)
                }
                let find = { try DecisionDays.find(of: seed.child, on: Self.day, in: session) }
                #expect(try find() == nil)
                try add(Self.decisions(3, 1, 2, at: 5...9))
                #expect(try find() == Self.decisions(3, 1, 2, at: 5...9))
                try add(Self.decisions(10, 4, at: 12...40))
                #expect(try find() == Self.decisions(13, 5, 2, at: 5...40))
                let next = Self.day.adding(days: 1)
                #expect(try DecisionDays.find(of: seed.child, on: next, in: session) == nil)
                #expect(try DecisionDays.find(of: seed.parent, on: Self.day, in: session) == nil)
            }
        }
    }

    @Test("are told for one member over days, both ends included", arguments: Engine.all)
    func windows(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                for day in 0..<4 {
                    try DecisionDays.add(
                        Self.decisions(1 << Int64(day), day == 1 ? 2 : 0, day == 2 ? 3 : 0),
                        of: seed.child,
                        on: Self.day.adding(days: day),
                        in: session
                    )
                }
                let counts = { (member: ID<Entity.Member>, first: Int, last: Int) in
                    let days = Self.day.adding(days: first)...Self.day.adding(days: last)
                    return try DecisionDays.counts(of: member, on: days, in: session)
                }
                #expect(
                    try counts(seed.child, 0, 3)
                        == DecisionCounts(authorized: 15, risky: 2, overridden: 3)
                )
                #expect(
                    try counts(seed.child, 1, 2)
                        == DecisionCounts(authorized: 6, risky: 2, overridden: 3)
                )
                #expect(try counts(seed.child, 4, 9) == DecisionCounts())
                #expect(try counts(seed.parent, 0, 3) == DecisionCounts())
            }
        }
    }

    @Test("cannot hold what no decisions are", arguments: Engine.all)
    func broken(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            for wrong in [
                Self.decisions(0), Self.decisions(1, 1, 1), Self.decisions(1, -1),
                Self.decisions(1, 0, -1), Self.decisions(1, at: 0...1),
            ] {
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { session in
                        try DecisionDays.add(wrong, of: seed.child, on: Self.day, in: session)
                    }
                }
                #expect(error?.code == .constraint)
            }
        }
    }

    @Test("go as far as the household's tally says", arguments: Engine.all)
    func tallies(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let other = try Seed.plant("roe", ids: Others(), in: session)
                let sequence = { try DecisionTallies.sequence(of: seed.household, in: session) }
                let lags = { (after: ID<Entity.Household>?) in
                    let lags = try DecisionTallies.lags(after: after, in: session)
                    return Dictionary(uniqueKeysWithValues: lags.map { ($0.household, $0.links) })
                }
                #expect(try sequence() == 0)
                #expect(try lags(nil) == [seed.household: 0, other.household: 0])
                var head = try Decisions.append(seed.decision(id(1)), to: seed.origin, in: session)
                head = try Decisions.append(seed.decision(id(2)), to: head, in: session)
                #expect(try lags(nil) == [seed.household: 2, other.household: 0])
                for position: Int64 in [1, 2] {
                    try DecisionTallies.set(position, of: seed.household, in: session)
                    #expect(try sequence() == position)
                }
                #expect(try lags(nil)[seed.household] == 0)
                #expect(try DecisionTallies.sequence(of: other.household, in: session) == 0)
                let first = min(seed.household, other.household)
                #expect(try lags(first).keys.sorted() == [max(seed.household, other.household)])
            }
        }
    }

    /// Ids that the first household does not have.
    private struct Others: IDSource {
        private let ids = SequentialIDs()

        func next(at now: Timestamp) -> RawID { ids.next(at: now.adding(milliseconds: 1)) }
    }
}
