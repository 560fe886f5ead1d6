import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Conversations that are kept")
struct ConversationsTests {
    private typealias Conversation = ID<Entity.Conversation>

    private static func conversation(_ number: Int) -> Conversation {
        ID(RawID(high: 0x0194_4B1E_7A40_7C00, low: 0x8F5E_0000_0000_0000 + UInt64(number)))
    }

    private static func message(
        _ number: Int,
        bytes: Int = 1,
        at instant: Timestamp = Seed.now
    ) -> ChatMessageRecord {
        ChatMessageRecord(
            id: ID(RawID(high: 0x0194_4B1E_7A40_7D00, low: 0x8F5E_0000_0000_0000 + UInt64(number))),
            role: number.isMultiple(of: 2) ? "USER" : "ASSISTANT",
            content: String(repeating: "a", count: bytes),
            createdAt: instant
        )
    }

    /// A conversation of the parent with pairs of messages.
    private static func begin(
        _ number: Int,
        at instant: Timestamp = Seed.now,
        _ seed: Seed,
        in session: any Session
    ) throws {
        let id = conversation(number)
        try Conversations.insert(id, of: seed.parent, now: instant, in: session)
        let messages = [
            message(2 * number, at: instant), message(2 * number + 1, at: instant),
        ]
        try ChatMessages.append(messages, to: id, of: seed.parent, now: instant, in: session)
    }

    @Test("have their newest messages", arguments: Engine.all)
    func messages(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let id = Self.conversation(0)
                try Conversations.insert(id, of: seed.parent, now: Seed.now, in: session)
                let pairs = Limits.chatMessages / 2 + 1
                for pair in 0..<pairs {
                    let messages = [Self.message(2 * pair), Self.message(2 * pair + 1)]
                    try ChatMessages.append(
                        messages,
                        to: id,
                        of: seed.parent,
                        now: Seed.now,
                        in: session
                    )
                }
                let kept = try ChatMessages.list(
                    of: id,
                    of: seed.parent,
                    now: Seed.now,
                    in: session
                )
                #expect(kept == (2..<2 * pairs).map { Self.message($0) })
                let none = try ChatMessages.list(
                    of: id,
                    of: seed.child,
                    now: Seed.now,
                    in: session
                )
                #expect(none.isEmpty)
            }
        }
    }

    @Test("have no more bytes than they may, and always the last pair", arguments: Engine.all)
    func bytes(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let id = Self.conversation(0)
                // The texts of no sources and no figures take two bytes each.
                let most = Limits.chatConversationBytes
                try Conversations.insert(id, of: seed.parent, now: Seed.now, in: session)
                let append = { (first: Int, sizes: [Int]) in
                    let messages = sizes.enumerated().map { place, size in
                        Self.message(first + place, bytes: size - 4)
                    }
                    try ChatMessages.append(
                        messages,
                        to: id,
                        of: seed.parent,
                        now: Seed.now,
                        in: session
                    )
                    return try ChatMessages.turns(
                        of: id,
                        of: seed.parent,
                        now: Seed.now,
                        in: session
                    ).map(\.id)
                }
                let ids = { (numbers: ClosedRange<Int>) in numbers.map { Self.message($0).id } }
                #expect(try append(0, [100, most - 300]) == ids(0...1))
                #expect(try append(2, [100, 100]) == ids(0...3))
                #expect(try append(4, [50, 51]) == ids(2...5))
                #expect(try append(6, [100, most]) == ids(6...7))
            }
        }
    }

    @Test("are a member's latest, and go with their messages", arguments: Engine.all)
    func conversations(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let most = Limits.conversationsPerMember
                for number in 0..<most { try Self.begin(number, seed, in: session) }
                let isThere = { (number: Int) in
                    try !ChatMessages.list(
                        of: Self.conversation(number),
                        of: seed.parent,
                        now: Seed.now,
                        in: session
                    ).isEmpty
                }
                // The first has a message that is newer than those of the second.
                let later = Seed.now.adding(milliseconds: 1)
                try ChatMessages.append(
                    [Self.message(9_998), Self.message(9_999)],
                    to: Self.conversation(0),
                    of: seed.parent,
                    now: later,
                    in: session
                )
                try Self.begin(most, at: later, seed, in: session)
                #expect(try isThere(0) && !isThere(1) && isThere(2) && isThere(most))
                let latest = { (member: ID<Entity.Member>) in
                    try Conversations.latest(of: member, now: later, in: session)
                }
                #expect(try latest(seed.parent) == Self.conversation(most))
                #expect(try latest(seed.child) == nil)
                // Nobody else's deletion takes them.
                try Conversations.delete(Self.conversation(2), of: seed.child, in: session)
                try Conversations.deleteAll(of: seed.child, in: session)
                #expect(try isThere(2))
                try Conversations.delete(Self.conversation(2), of: seed.parent, in: session)
                #expect(try !isThere(2) && isThere(3))
                try Conversations.deleteAll(of: seed.parent, in: session)
                #expect(try !isThere(3) && latest(seed.parent) == nil)
            }
            let contents = try await DatabaseContents(database)
            #expect(contents.count("conversations") == 0 && contents.count("chat_messages") == 0)
        }
    }
}
