import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A conversation")
struct ConversationTests {
    private static let nobody = "00000000-0000-7000-8000-000000000000"

    @Test("that nobody began is empty, and is not kept", arguments: Engine.all)
    func none(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let before = try await home.server.contents()
            let answer = try await home.show()
            let first = try await home.shown()
            let second = try await home.shown()
            #expect(answer.status == 200)
            #expect(try answer.string("traceId") == answer.headers["X-Request-Trace"])
            #expect(first.messages.isEmpty && second.messages.isEmpty)
            #expect(first.conversationID != second.conversationID)
            #expect(try await home.server.contents() == before)
            // The id was not taken, so it is no conversation yet.
            #expect(try await home.show(first.conversationID.text).status == 404)
        }
    }

    @Test("begins with a question, and goes on with the next", arguments: Engine.all)
    func goesOn(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let began = try await home.ask(" Hello\nthere ")
            #expect(began.questions == ["Hello\nthere"])
            #expect(began.messages.map(\.role) == [.user, .assistant])
            #expect(began.messages.allSatisfy { $0.createdAt.instant == home.server.clock.now })
            #expect(began.messages[0].sources.isEmpty && began.messages[0].figures == nil)
            #expect(began.messages[1].content.isEmpty == false)
            home.server.clock.advance(seconds: 60)
            let next = try await home.ask("Thanks", in: began)
            #expect(next.conversationID == began.conversationID)
            #expect(next.messages.count == 4 && next.messages.prefix(2) == began.messages[...])
            #expect(next.messages[2].createdAt.instant == home.server.clock.now)
            #expect(Set(next.messages.map(\.id)).count == 4)
            let shown = try await home.shown(next)
            #expect(shown.messages == next.messages)
            #expect(try await home.shown().conversationID == next.conversationID)
            #expect(try await home.kept() == [1, 4])
        }
    }

    @Test("is the latest when it has the newest message", arguments: Engine.all)
    func latest(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            // All at one instant: their order decides, and no clock.
            let first = try await home.ask("One")
            let second = try await home.ask("Two")
            #expect(first.conversationID != second.conversationID)
            #expect(try await home.shown().conversationID == second.conversationID)
            try await home.ask("Three", in: first)
            #expect(try await home.shown().questions == ["One", "Three"])
            #expect(try await home.shown(second).questions == ["Two"])
        }
    }

    @Test("of nobody, or of somebody else, is begun anew and not shown", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let own = try await home.ask("Mine")
            let other = try await home.server.registerParent("other@example.com")
            let child = try await home.server.registerChild(of: home.owner)
            let second = try await home.server.registerSecondParent(
                "second@example.com",
                of: home.owner
            )
            for member in [other, child, second] {
                let unknown = try await home.server.get(
                    "/ai/chat?conversationId=\(Self.nobody)",
                    token: member.token,
                    headers: ["X-Request-Trace": "t"]
                )
                let foreign = try await home.server.get(
                    "/ai/chat?conversationId=\(own.conversationID.text)",
                    token: member.token,
                    headers: ["X-Request-Trace": "t"]
                )
                #expect(foreign.status == 404 && foreign.text == unknown.text)
                #expect(try await home.shown(as: member).messages.isEmpty)
                let anew = try await home.ask("Theirs", in: own, as: member)
                #expect(anew.conversationID != own.conversationID)
                #expect(anew.questions == ["Theirs"])
                let deleted = try await home.deleteChat(own.conversationID.text, as: member)
                #expect(deleted.status == 200)
            }
            #expect(try await home.shown(own).messages == own.messages)
            let body = InsightsHome.body("New", in: Self.nobody)
            let answer = try await home.send(body)
            let begun = try API.Insights.sendMessage.output(of: answer.body)
            #expect(begun.conversationID.text != Self.nobody)
            #expect(begun.questions == ["New"])
        }
    }

    @Test("loses a message with all later ones before it goes on", arguments: Engine.all)
    func truncation(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let one = try await home.ask("One")
            let two = try await home.ask("Two", in: one)
            let three = try await home.ask("Three", in: two)
            let other = try await home.ask("Other")
            let again = try await home.ask("Two again", in: three, from: three.messages[2])
            #expect(again.conversationID == one.conversationID)
            #expect(again.questions == ["One", "Two again"] && again.isPaired)
            #expect(again.messages.prefix(2) == one.messages[...])
            let former = Set(three.messages.map(\.id))
            #expect(again.messages.suffix(2).allSatisfy { !former.contains($0.id) })
            // Of an answer alone its question stays.
            let answer = try await home.ask("Why?", in: again, from: again.messages[3])
            #expect(answer.questions == ["One", "Two again", "Why?"])
            let all = try await home.ask("First", in: answer, from: answer.messages[0])
            #expect(all.questions == ["First"] && all.conversationID == one.conversationID)
            #expect(try await home.shown(other).messages == other.messages)
            #expect(try await home.kept() == [2, 4])
        }
    }

    @Test("keeps its messages when it does not have the one that is to go", arguments: Engine.all)
    func untruncated(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let one = try await home.ask("One")
            let other = try await home.ask("Other")
            let foreigner = try await home.server.registerParent("other@example.com")
            let foreign = try await home.ask("Theirs", as: foreigner)
            let before = try await home.server.contents()
            let id = one.conversationID.text
            for (conversation, message) in [
                (id, Self.nobody), (id, other.messages[0].id.text),
                (id, foreign.messages[0].id.text), (nil, one.messages[0].id.text),
                (Self.nobody, one.messages[0].id.text),
                (foreign.conversationID.text, foreign.messages[0].id.text),
            ] as [(String?, String)] {
                let body = InsightsHome.body("Two", in: conversation, from: message)
                let answer = try await home.send(body)
                #expect(answer.status == 404)
                #expect(try answer.string("error.code") == "NOT_FOUND")
            }
            #expect(try await home.server.contents() == before)
        }
    }

    @Test(
        "takes a question of 1 to 4,000 characters, and ids that are UUIDs",
        arguments: Engine.all
    )
    func refusals(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let before = try await home.server.contents()
            let long = String(repeating: "ä", count: 4_001)
            for (body, faults) in [
                ("{}", ["message is required"]), (#"{"message":" \n "}"#, ["message is required"]),
                (#"{"message":7}"#, ["message has the wrong type"]),
                (#"{"message":"\#(long)"}"#, ["message is too long"]),
                (#"{"message":"a\u0000"}"#, ["message has a control character"]),
                (
                    #"{"message":"","conversationId":"7","truncateFromMessageId":"x"}"#,
                    [
                        "message is required", "conversationId is not a UUID",
                        "truncateFromMessageId is not a UUID",
                    ]
                ),
            ] {
                let answer = try await home.send(body)
                #expect(answer.status == 400, "\(body)")
                #expect(try answer.string("error.code") == "INVALID_REQUEST")
                #expect(try answer.faults() == faults, "\(body)")
            }
            for answer in [try await home.show("7"), try await home.deleteChat("7")] {
                #expect(answer.status == 400)
                #expect(try answer.faults() == ["conversationId is not a UUID"])
            }
            #expect(try await home.server.get("/ai/chat").status == 401)
            #expect(try await home.server.contents() == before)
            let longest = String(repeating: "ä", count: 4_000)
            #expect(try await home.ask(longest).questions == [longest])
        }
    }
}
