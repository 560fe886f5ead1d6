import Guardian
import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("What became of purchases, as it is counted")
struct DecisionOutcomesTests {
    @Test("is read in the order of the chain, from one position to another", arguments: Engine.all)
    func positions(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                var head = try Decisions.append(seed.decision(id(1)), to: seed.origin, in: session)
                head = try Edits.append(seed.edit(id(2)), to: head, in: session)
                head = try Decisions.append(seed.decision(id(3)), to: head, in: session)
                _ = try Decisions.append(seed.decision(id(4)), to: head, in: session)
                let read = { (positions: ClosedRange<Int64>) in
                    try Decisions.outcomes(of: seed.household, at: positions, in: session)
                }
                #expect(try read(1...4).map(\.sequence) == [1, 3, 4])
                #expect(try read(2...3).map(\.sequence) == [3])
                #expect(try read(2...2) == [])
                #expect(try read(5...Int64.max) == [])
                let first = try #require(read(1...1).first)
                #expect(first.member == seed.child)
                #expect(first.reason == "risky")
                #expect(first.decidedAt == Seed.now)
                let nobody = ID<Entity.Household>(.zero)
                #expect(try Decisions.outcomes(of: nobody, at: 1...4, in: session) == [])
            }
        }
    }

    @Test("comes in pages", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            let count = Limits.walkRows + 1
            try await database.write { session in
                var head = seed.origin
                for number in 1...count {
                    let decision = seed.decision(id(UInt64(number)))
                    head = try Decisions.append(decision, to: head, in: session)
                }
                let first = try Decisions.outcomes(
                    of: seed.household,
                    at: 1...head.sequence,
                    in: session
                )
                #expect(first.count == Limits.walkRows)
                let last = try #require(first.last?.sequence)
                let rest = try Decisions.outcomes(
                    of: seed.household,
                    at: last + 1...head.sequence,
                    in: session
                )
                #expect(rest.map(\.sequence) == [Int64(count)])
            }
        }
    }
}
