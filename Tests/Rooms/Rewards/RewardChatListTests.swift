import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Messages about reward cards")
struct RewardChatListTests {
    private static let other = "00000000-0000-7000-8000-00000000000b"
    private static let unknown = "00000000-0000-7000-8000-000000000000"

    @Test("are the newest, told the oldest first, and those before one", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            #expect(try await home.shown().isEmpty)
            for number in 1...3 {
                try await home.answer(to: "Message \(number)")
                home.server.clock.advance(seconds: 1)
            }
            let all = try await home.shown()
            #expect(all.count == 6)
            let said = all.filter { $0.sender == .user }.map(\.content)
            #expect(said == ["Message 1", "Message 2", "Message 3"])
            #expect(all.map(\.timestamp.instant) == all.map(\.timestamp.instant).sorted())
            #expect(try await home.shown("?limit=2") == Array(all[4...]))
            let before = "before=\(all[4].id.text)"
            #expect(try await home.shown("?limit=3&\(before)") == Array(all[1...3]))
            #expect(try await home.shown("?\(before)") == Array(all[..<4]))
            #expect(try await home.shown("?before=\(all[0].id.text)").isEmpty)
            // Numbers outside of their range are the nearest inside of it.
            #expect(try await home.shown("?limit=0") == Array(all[5...]))
            #expect(try await home.shown("?limit=-7") == Array(all[5...]))
            #expect(try await home.shown("?limit=1000") == all)
        }
    }

    @Test("are a hundred at most")
    func most() async throws {
        try await RewardsHome.with(.sqlite) { home in
            for number in 1...51 { try await home.answer(to: "Message \(number)") }
            let shown = try await home.shown()
            #expect(shown.count == 100 && shown.first?.content == "Message 2")
            #expect(try await home.shown("?limit=101") == shown)
        }
    }

    @Test("that are not there, and what is no number, are refused", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            try await home.answer(to: "Hello")
            let path = "/api/chat/messages"
            let missing = try await home.send("GET", "\(path)?before=\(Self.unknown)")
            #expect(missing.status == 404)
            #expect(try missing.string("error.code") == "NOT_FOUND")
            for (query, field) in [
                ("limit=x", "limit"), ("before=7", "before"),
                ("conversationId=7", "conversationId"),
            ] {
                let answer = try await home.send("GET", "\(path)?\(query)")
                #expect(answer.status == 400)
                #expect(try answer.faults().map { $0.hasPrefix("\(field) ") } == [true])
            }
        }
    }

    @Test("are of a conversation that its id opens, or of the one of all", arguments: Engine.all)
    func conversations(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let usual = try await home.answer(to: "One")
            #expect(try await home.answer(to: "Two").conversationID == usual.conversationID)
            let named = try await home.answer(to: "Three", in: Self.other.uppercased())
            #expect(named.conversationID.text == Self.other)
            #expect(try await home.shown().count == 6)
            let one = try await home.shown("?conversationId=\(Self.other)")
            #expect(one.map(\.content) == ["Three", named.content])
            #expect(one.last == named)
            #expect(try await home.shown("?conversationId=\(Self.unknown)").isEmpty)
            let rest = try await home.shown("?conversationId=\(usual.conversationID.text)&limit=3")
            #expect(rest.map(\.content) == [usual.content, "Two", usual.content])
            let gone = try await home.send(
                "DELETE",
                "/api/chat/messages?conversationId=\(Self.other)"
            )
            #expect(gone.status == 204 && gone.body.isEmpty)
            #expect(try await home.shown().count == 4)
            let nothing = try await home.send(
                "DELETE",
                "/api/chat/messages?conversationId=\(Self.unknown)"
            )
            #expect(nothing.status == 204)
            #expect(try await home.send("DELETE", "/api/chat/messages").status == 204)
            #expect(try await home.shown().isEmpty)
            #expect(try await home.send("DELETE", "/api/chat/messages").status == 204)
            let anew = try await home.answer(to: "Four")
            #expect(anew.conversationID == usual.conversationID)
        }
    }

    @Test("are nobody else's, whatever ids are named", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let mine = try await home.answer(to: "Mine", in: Self.other)
            let usual = try await home.answer(to: "Usual")
            let child = try await home.server.registerChild(of: home.owner)
            let stranger = try await home.server.registerParent("stranger@example.com")
            for member in [child, stranger] {
                for id in [mine.conversationID.text, usual.conversationID.text] {
                    #expect(try await home.shown("?conversationId=\(id)", as: member).isEmpty)
                    let own = try await home.answer(to: "Own", in: id, as: member)
                    #expect(own.conversationID.text == id)
                    let shown = try await home.shown("?conversationId=\(id)", as: member)
                    #expect(shown.map(\.content) == ["Own", own.content])
                    let missing = try await home.server.raw(
                        "GET",
                        "/api/chat/messages?conversationId=\(id)&before=\(mine.id.text)",
                        nil,
                        token: member.token
                    )
                    #expect(missing.status == 404)
                }
                let removal = try await home.server.raw(
                    "DELETE",
                    "/api/chat/messages?conversationId=\(Self.other)",
                    nil,
                    token: member.token
                )
                #expect(removal.status == 204)
                #expect(try await home.shown(as: member).count == 2)
            }
            #expect(try await home.shown().count == 4)
            #expect(try await home.shown("?conversationId=\(Self.other)").last == mine)
        }
    }

    @Test("go with the member", arguments: Engine.all)
    func removed(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let child = try await home.server.registerChild(of: home.owner)
            try await home.answer(to: "Mine")
            try await home.answer(to: "Hers", as: child)
            #expect(try await home.server.contents().count("reward_messages") == 4)
            let path = "/users/\(child.id.text)"
            let gone = try await home.send("DELETE", path)
            #expect(gone.status < 300, "\(gone.text)")
            #expect(try await home.server.contents().count("reward_messages") == 2)
            #expect(try await home.shown().first?.content == "Mine")
        }
    }

    /// What may not be said, and what is said of it.
    static let bodies: [(String, String)] = [
        ("{}", "content is required"),
        (#"{"content":" \n "}"#, "content is required"),
        (#"{"content":7}"#, "content has the wrong type"),
        (#"{"content":"a\u0007"}"#, "content has a control character"),
        (#"{"content":"\#(String(repeating: "é", count: 1_001))"}"#, "content is too long"),
        (#"{"content":"What the FUCK?"}"#, "content has a word that is not allowed"),
        (#"{"content":"a","conversationId":"7"}"#, "conversationId is not a UUID"),
    ]

    @Test("are refused by the field and its rule, and nothing is stored", arguments: bodies)
    func unsaid(body: String, rule: String) async throws {
        try await RewardsHome.with(.sqlite) { home in
            _ = try await home.add()
            let before = try await home.server.contents()
            let key: Headers = ["Idempotency-Key": "k"]
            let answer = try await home.send("POST", "/api/chat/messages", body, key)
            #expect(answer.status == 400)
            #expect(try answer.string("error.code") == "INVALID_REQUEST")
            #expect(try answer.faults() == [rule])
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    @Test("have 1 to 1000 characters; names of cards have no such words either")
    func bounds() async throws {
        try await RewardsHome.with(.sqlite) { home in
            for count in [1, 1_000] {
                let content = String(repeating: "é", count: count)
                #expect(try await home.say(content).status == 201)
            }
            let card = try await home.add()
            let name = "name has a word that is not allowed"
            let body = #"{"name":"My bitch card","cardType":"custom"}"#
            #expect(try await home.refusal(body) == "400 \(name)")
            let change = try await home.change(card.id, #"{"name":"SHIT"}"#)
            #expect(change.status == 400)
            #expect(try change.faults() == [name])
            #expect(try await home.change(card.id, #"{"name":"Scunthorpe"}"#).status == 200)
        }
    }
}
