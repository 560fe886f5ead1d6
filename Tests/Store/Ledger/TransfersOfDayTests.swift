import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("The transfers of a day")
struct TransfersOfDayTests {
    private static let day = CivilDay(dayNumber: 20_103)

    /// Puts transfers in, one after the other.
    private static func append(
        _ transfers: [Transfer],
        _ seed: Seed,
        in session: any Session
    ) throws {
        var head = seed.origin
        for transfer in transfers {
            head = try seed.append(transfer, to: head, in: session)
        }
    }

    private static func read(
        _ seed: Seed,
        of member: ID<Entity.Member>? = nil,
        on day: CivilDay = day,
        from start: Timestamp = Seed.now,
        in session: any Session
    ) throws -> [AnnotatedTransfer] {
        try Transfers.list(
            of: member ?? seed.parent,
            on: day,
            from: start,
            in: session
        )
    }

    @Test("are the member's, of this day, from the instant on", arguments: Engine.all)
    func found(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let own = seed.transfer(id(1), member: seed.parent, details: .init(merchant: "M"))
                try Self.append(
                    [own, seed.transfer(id(2), member: seed.child), seed.transfer(id(3))],
                    seed,
                    in: session
                )
                let found = try Self.read(seed, in: session)
                #expect(found.map(\.transfer) == [own])
                #expect(found.map(\.annotation) == [nil])
                let later = Seed.now.adding(milliseconds: 1)
                #expect(try Self.read(seed, from: later, in: session) == [])
                #expect(try Self.read(seed, on: Self.day.adding(days: 1), in: session) == [])
                let ofChild = try Self.read(seed, of: seed.child, in: session)
                #expect(ofChild.map(\.transfer.id) == [id(2)])
            }
        }
    }

    @Test("are without those taken back, but with what takes them back", arguments: Engine.all)
    func reversed(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try Self.append(
                    [
                        seed.transfer(id(1), member: seed.parent),
                        seed.transfer(id(2), member: seed.parent),
                        seed.transfer(id(3), reverses: id(1), member: seed.parent),
                    ],
                    seed,
                    in: session
                )
                #expect(try Self.read(seed, in: session).map(\.transfer.id) == [id(2), id(3)])
            }
        }
    }

    @Test("have the edit of the pending transfer they came from", arguments: Engine.all)
    func annotated(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try Self.append(
                    [
                        seed.transfer(id(1), phase: .pending, member: seed.parent),
                        seed.transfer(id(2), phase: .post, pending: id(1), member: seed.parent),
                        seed.transfer(id(3), member: seed.parent),
                        seed.transfer(id(4), member: seed.parent),
                    ],
                    seed,
                    in: session
                )
                let edits: [(ID<Entity.Transfer>, AnnotationRecord)] = [
                    (id(1), AnnotationRecord(category: "groceries", notes: "n")),
                    (id(3), AnnotationRecord()),
                ]
                for (transfer, annotation) in edits {
                    try Annotations.save(
                        annotation,
                        of: transfer,
                        by: seed.parent,
                        now: Seed.now,
                        in: session
                    )
                }
                let found = try Self.read(seed, in: session)
                #expect(found.map(\.transfer.id) == [id(1), id(2), id(3), id(4)])
                #expect(
                    found.map(\.annotation) == [edits[0].1, edits[0].1, AnnotationRecord(), nil]
                )
            }
        }
    }

    @Test("are read page by page to the last", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            let count = Limits.walkRows + 1
            try await database.write { session in
                let all = (1...count).map { seed.transfer(id(UInt64($0)), member: seed.parent) }
                try Self.append(all, seed, in: session)
            }
            let found = try await database.read { try Self.read(seed, in: $0) }
            #expect(Set(found.map(\.transfer.id)).count == count)
        }
    }
}
