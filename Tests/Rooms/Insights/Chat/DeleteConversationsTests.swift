import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A deletion of conversations")
struct DeleteConversationsTests {
    @Test("takes one, or all of the caller's, and nobody else's", arguments: Engine.all)
    func deletes(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let one = try await home.ask("One")
            let two = try await home.ask("Two")
            try await home.ask("Three")
            let other = try await home.server.registerParent("other@example.com")
            let theirs = try await home.ask("Theirs", as: other)
            let answer = try await home.deleteChat(one.conversationID.text)
            #expect(answer.status == 200)
            #expect(try answer.string("status") == "DELETED")
            #expect(try answer.string("traceId") == answer.headers["X-Request-Trace"])
            #expect(try await home.show(one.conversationID.text).status == 404)
            #expect(try await home.kept() == [3, 6])
            // What is gone begins anew, under another id.
            let anew = try await home.ask("One again", in: one)
            #expect(anew.conversationID != one.conversationID && anew.questions == ["One again"])
            #expect(try await home.deleteChat(theirs.conversationID.text).status == 200)
            #expect(try await home.deleteChat().status == 200)
            #expect(try await home.show(two.conversationID.text).status == 404)
            #expect(try await home.shown().messages.isEmpty)
            #expect(try await home.shown(as: other).messages == theirs.messages)
            #expect(try await home.kept() == [1, 2])
        }
    }

    @Test("of nothing is a deletion, too", arguments: Engine.all)
    func nothing(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let before = try await home.server.contents()
            let nobody = "00000000-0000-7000-8000-000000000000"
            for id in [nil, nobody] {
                let answer = try await home.deleteChat(id)
                #expect(answer.status == 200)
                #expect(try answer.string("status") == "DELETED")
            }
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("is done once for a key", arguments: Engine.all)
    func repeats(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            try await home.ask("One")
            let first = try await home.deleteChat(headers: ["Idempotency-Key": "k"])
            try await home.ask("Two")
            let again = try await home.deleteChat(headers: ["Idempotency-Key": "k"])
            #expect(again.status == 200 && again.body == first.body)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(try await home.kept() == [1, 2])
        }
    }
}
