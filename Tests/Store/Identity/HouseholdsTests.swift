import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Stored households")
struct HouseholdsTests {
    @Test("are found as they were put in, with an empty chain", arguments: Engine.all)
    func found(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.read { session throws in
                #expect(try Households.find(seed.household, in: session) == seed.record)
                #expect(try Households.head(of: seed.household, in: session) == seed.origin)
                #expect(try Households.find(id(99), in: session) == nil)
                #expect(try Households.head(of: id(99), in: session) == nil)
            }
        }
    }

    @Test("are walked by id", arguments: Engine.all)
    func walked(engine: Engine) async throws {
        try await withSeed(engine) { database, first in
            try await database.write { session in
                let second = try Seed.plant("roe", ids: SystemIDs(), in: session)
                let ids = [first.household, second.household].sorted()
                #expect(try Households.list(after: nil, in: session).map(\.id) == ids)
                #expect(try Households.list(after: ids[0], in: session).map(\.id) == [ids[1]])
                #expect(try Households.list(after: ids[1], in: session) == [])
            }
        }
    }

    @Test("have one place for each link: who comes second is in conflict", arguments: Engine.all)
    func advanced(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            let head = try await database.write { session in
                try Edits.append(seed.edit(id(1)), to: seed.origin, in: session)
            }
            #expect(head.sequence == 1)
            let before = try await DatabaseContents(database)
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { session in
                    let link = ChainLink(after: seed.origin, content: seed.edit(id(2)).chainContent)
                    _ = try Households.advance(seed.origin, by: link, in: session)
                }
            }
            #expect(error?.code == .conflict)
            #expect(try await DatabaseContents(database) == before)
        }
    }

    @Test("move several chains together, or none", arguments: Engine.all)
    func moved(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            let ids = SystemIDs()
            let other = try await database.write { try Seed.plant("other", ids: ids, in: $0) }
            let moves = [seed, other].map { seed in
                let link = ChainLink(after: seed.origin, content: seed.edit(id(1)).chainContent)
                var move = ChainMove(from: seed.origin)
                move.end = seed.origin.advanced(by: link)
                return move
            }
            try await database.write { try Households.move(Array(moves.prefix(1)), in: $0) }
            let before = try await DatabaseContents(database)
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { try Households.move(moves, in: $0) }
            }
            #expect(error?.code == .conflict)
            #expect(try await DatabaseContents(database) == before)
            let head = try await database.read { try Households.head(of: seed.household, in: $0) }
            #expect(head == moves[0].end)
        }
    }
}
