import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Messages about cards that are kept")
struct RewardMessagesTests {
    private static func message(
        _ number: Int,
        bytes: Int = 1,
        in conversation: Int = 0
    ) -> RewardMessageRecord {
        RewardMessageRecord(
            id: ID(RawID(high: 0x0194_4B1E_7A40_7D00, low: 0x8F5E_0000_0000_0000 + UInt64(number))),
            conversation: Self.conversation(conversation),
            sender: number.isMultiple(of: 2) ? "user" : "assistant",
            content: String(repeating: "a", count: bytes),
            createdAt: Seed.now
        )
    }

    private static func conversation(_ number: Int) -> ID<Entity.Conversation> {
        ID(RawID(high: 0x0194_4B1E_7A40_7C00, low: 0x8F5E_0000_0000_0000 + UInt64(number)))
    }

    private static func list(
        of member: ID<Entity.Member>,
        in conversation: ID<Entity.Conversation>? = nil,
        before number: Int64? = nil,
        limit: Int = 2 * Limits.rewardMessagesPerMember,
        _ session: any Session
    ) throws -> [RewardMessageRecord] {
        try RewardMessages.list(
            of: member,
            in: conversation,
            before: number,
            limit: limit,
            in: session
        )
    }

    @Test("are read as they were written, with every field", arguments: Engine.all)
    func whole(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let full = RewardMessageRecord(
                    id: Self.message(7).id,
                    conversation: Self.conversation(3),
                    sender: "assistant",
                    content: "Ä / 卡",
                    recommendations: "[]",
                    spending: "{}",
                    createdAt: Seed.now
                )
                try RewardMessages.append([Self.message(0), full], of: seed.parent, in: session)
                #expect(try Self.list(of: seed.parent, session) == [Self.message(0), full])
                #expect(try Self.list(of: seed.child, session).isEmpty)
                let one = try Self.list(of: seed.parent, in: Self.conversation(3), session)
                #expect(one == [full])
                #expect(
                    try Self.list(of: seed.child, in: Self.conversation(3), session).isEmpty
                )
                let place = try RewardMessages.number(of: full.id, of: seed.parent, in: session)
                let earlier = try Self.list(of: seed.parent, before: place, session)
                #expect(place != nil && earlier == [Self.message(0)])
                let foreign = try RewardMessages.number(of: full.id, of: seed.child, in: session)
                #expect(foreign == nil)
            }
        }
    }

    @Test("are the newest of a member; those of others stay", arguments: Engine.all)
    func newest(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try RewardMessages.append([Self.message(5_000)], of: seed.child, in: session)
                let pairs = Limits.rewardMessagesPerMember / 2 + 1
                for pair in 0..<pairs {
                    let messages = [
                        Self.message(2 * pair, in: pair % 3),
                        Self.message(2 * pair + 1, in: pair % 3),
                    ]
                    try RewardMessages.append(messages, of: seed.parent, in: session)
                }
                let kept = try Self.list(of: seed.parent, session)
                #expect(kept.count == Limits.rewardMessagesPerMember)
                #expect(kept.first?.id == Self.message(2).id)
                #expect(kept.last?.id == Self.message(2 * pairs - 1).id)
                #expect(try Self.list(of: seed.child, session).count == 1)
            }
        }
    }

    @Test("take no more room than there is, but the last two stay", arguments: Engine.all)
    func bytes(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let half = Limits.rewardMessageBytesPerMember / 2
                for pair in 0..<2 {
                    let messages = [
                        Self.message(2 * pair), Self.message(2 * pair + 1, bytes: half - 1),
                    ]
                    try RewardMessages.append(messages, of: seed.parent, in: session)
                }
                // Both pairs together are as much as there may be.
                #expect(try Self.list(of: seed.parent, session).count == 4)
                try RewardMessages.append(
                    [Self.message(4), Self.message(5)],
                    of: seed.parent,
                    in: session
                )
                // Two bytes more: the first message has one, the second one the rest.
                let ids = try Self.list(of: seed.parent, session).map(\.id)
                #expect(ids == (2...5).map { Self.message($0).id })
                let large = [
                    Self.message(6), Self.message(7, bytes: 3 * half),
                ]
                try RewardMessages.append(large, of: seed.parent, in: session)
                #expect(try Self.list(of: seed.parent, session) == large)
            }
        }
    }

    @Test("are removed by conversation, or all of a member's", arguments: Engine.all)
    func removal(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                for number in 0..<3 {
                    let message = Self.message(number, in: number)
                    try RewardMessages.append([message], of: seed.parent, in: session)
                }
                try RewardMessages.append([Self.message(3, in: 1)], of: seed.child, in: session)
                try RewardMessages.delete(
                    of: seed.parent,
                    in: Self.conversation(1),
                    in: session
                )
                let left = try Self.list(of: seed.parent, session).map(\.id)
                #expect(left == [Self.message(0).id, Self.message(2).id])
                try RewardMessages.delete(of: seed.parent, in: nil, in: session)
                #expect(try Self.list(of: seed.parent, session).isEmpty)
                #expect(try Self.list(of: seed.child, session).count == 1)
            }
        }
    }

    @Test("are forgotten after a year", arguments: Engine.all)
    func old(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try RewardMessages.append([Self.message(0)], of: seed.parent, in: session)
                let end = Seed.now.adding(milliseconds: Limits.rewardMessageMilliseconds)
                #expect(try RewardMessages.purge(upTo: 10, now: end, in: session) == 0)
                let later = end.adding(milliseconds: 1)
                #expect(try RewardMessages.purge(upTo: 10, now: later, in: session) == 1)
                #expect(try Self.list(of: seed.parent, session).isEmpty)
            }
        }
    }
}
