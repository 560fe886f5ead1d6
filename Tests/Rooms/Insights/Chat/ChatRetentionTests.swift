import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Messages of a conversation that are 30 days old")
struct ChatRetentionTests {
    private static let days: Int64 = 30 * 86_400

    @Test("are shown for that long, and then are no conversation", arguments: Engine.all)
    func shown(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let server = home.server
            let old = try await home.ask("Old")
            server.clock.advance(seconds: Self.days)
            let member = try await server.login(home.owner.email)
            #expect(try await home.shown(old, as: member).messages == old.messages)
            #expect(try await home.shown(as: member).messages == old.messages)
            server.clock.advance(milliseconds: 1)
            let before = try await server.contents()
            #expect(try await home.show(old.conversationID.text, as: member).status == 404)
            #expect(try await home.shown(as: member).messages.isEmpty)
            let body = InsightsHome.body(
                "New",
                in: old.conversationID.text,
                from: old.messages[0].id.text
            )
            #expect(try await home.send(body, as: member).status == 404)
            #expect(try await server.contents() == before)
            let anew = try await home.ask("New", in: old, as: member)
            #expect(anew.conversationID != old.conversationID && anew.questions == ["New"])
        }
    }

    @Test("are forgotten, and their conversation with the last of them", arguments: Engine.all)
    func forgotten(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let server = home.server
            let start = server.clock.now
            let old = try await home.ask("Old")
            let mixed = try await home.ask("Early")
            server.clock.advance(seconds: 86_400)
            let member = try await server.login(home.owner.email)
            let later = try await home.ask("Late", in: mixed, as: member)
            #expect(try await home.kept() == [2, 6])
            let end = start.adding(seconds: Self.days)
            _ = try await server.operations.forgetOldRecords(now: end)
            #expect(try await home.kept() == [2, 6])
            _ = try await server.operations.forgetOldRecords(now: end.adding(milliseconds: 1))
            #expect(try await home.kept() == [1, 2])
            #expect(try await home.shown(later, as: member).questions == ["Late"])
            #expect(try await home.show(old.conversationID.text, as: member).status == 404)
            let last = end.adding(seconds: 86_400)
            _ = try await server.operations.forgetOldRecords(now: last)
            #expect(try await home.kept() == [1, 2])
            _ = try await server.operations.forgetOldRecords(now: last.adding(milliseconds: 1))
            #expect(try await home.kept() == [0, 0])
        }
    }

    @Test("are not what an answer goes on from", arguments: Engine.all)
    func earlier(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let old = try await home.ask("Old")
            home.server.clock.advance(seconds: 86_400)
            let member = try await home.server.login(home.owner.email)
            let both = try await home.ask("New", in: old, as: member)
            #expect(both.questions == ["Old", "New"])
            home.server.clock.advance(seconds: Self.days - 3_600)
            let last = try await home.server.login(home.owner.email)
            let next = try await home.ask("Next", in: both, as: last)
            #expect(next.conversationID == old.conversationID)
            #expect(next.questions == ["New", "Next"])
        }
    }
}
