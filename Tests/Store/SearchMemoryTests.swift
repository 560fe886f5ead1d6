import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("What conversations were told of")
struct SearchMemoryTests {
    private static func entries(_ numbers: Range<Int>) -> [ID<Entity.Entry>] {
        numbers.map { ID(RawID(high: UInt64($0), low: 0)) }
    }

    @Test("is a member's latest, by conversation and instant", arguments: Engine.all)
    func bounded(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let told = { (chat: String, member: ID<Entity.Member>) in
                    try SearchMemory.list(
                        of: member,
                        chat: chat,
                        after: Seed.now.adding(seconds: -1),
                        in: session
                    )
                }
                let remember = { (numbers: Range<Int>, chat: String, seconds: Int64) in
                    try SearchMemory.remember(
                        Self.entries(numbers),
                        of: seed.parent,
                        chat: chat,
                        now: Seed.now.adding(seconds: seconds),
                        in: session
                    )
                }
                try remember(0..<20, "a", -1)
                #expect(try told("a", seed.parent).isEmpty)
                try remember(0..<20, "a", 0)
                #expect(try told("a", seed.parent) == Set(Self.entries(0..<20)))
                #expect(try told("b", seed.parent).isEmpty && told("a", seed.child).isEmpty)
                // As many as are kept, in another conversation: the first one is forgotten.
                let pieces = Limits.searchMemoryRows / 20
                for piece in 0..<pieces {
                    try remember(piece * 20..<piece * 20 + 20, "b", Int64(piece + 1))
                }
                #expect(try told("a", seed.parent).isEmpty)
                #expect(try told("b", seed.parent).count == Limits.searchMemoryRows)
            }
        }
    }
}
