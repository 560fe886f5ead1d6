import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A child's request to be allowed a purchase")
struct ApprovalTests {
    /// Runs `work` with a parent and a child whose limit for fun is 0.
    private func withBlockedChild(
        _ engine: Engine,
        _ work: (InProcessServer, TestMember, TestMember) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            try await work(server, parent, child)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("is made by a purchase that was declined, and shows it", arguments: Engine.all)
    func made(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            server.clock.set("2025-01-15T10:30:00Z")
            let declined = try await child.authorize(5_000, at: " Starbucks ")
            #expect(declined.decision == .decline)
            let number = try #require(try await parent.approvals().first?.id)
            let answer = try await server.get("/guardian/approvals", token: parent.token)
            #expect(
                answer.text == """
                    [{"id":\(number),"user_id":"\(child.id.text)","merchant":"Starbucks",\
                    "amount_cents":5000,"category":"fun","reason":"risky",\
                    "message":"This looks risky based on your rule.","state":"pending",\
                    "created_at":"2025-01-15T10:30:00","decision_id":"\(declined.decisionID)"}]
                    """
            )
        }
    }

    @Test("is one for each merchant and amount while it waits", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            let first = try await child.authorize(5_000, at: "Starbucks").decisionID
            _ = try await child.authorize(5_000, at: " STARBUCKS ")
            #expect(try await child.approvals().map(\.decisionID) == [first])
            #expect(try await server.contents().count("events") == 1)
            _ = try await child.authorize(5_001, at: "Starbucks")
            _ = try await child.authorize(5_000, at: "Steam")
            let asked = try await parent.approvals().map { "\($0.merchant) \($0.amountCents)" }
            #expect(asked == ["Steam 5000", "Starbucks 5001", "Starbucks 5000"])
            #expect(try await server.contents().count("events") == 3)
        }
    }

    @Test("is made once by many such purchases at once", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask { _ = try await child.authorize(5_000, at: "Starbucks") }
                }
                try await group.waitForAll()
            }
            let contents = try await server.contents()
            #expect(contents.count("decisions") == 6)
            #expect(contents.count("approvals") == 1)
            #expect(contents.count("events") == 1)
        }
    }

    @Test("is made where a place is blocked, too", arguments: Engine.all)
    func fenced(engine: Engine) async throws {
        try await withBlockedChild(engine) { _, parent, child in
            try await parent.fence(.block, for: child.id.text)
            try await child.ping(40.7128)
            #expect(try await child.authorize(500, "groceries").reason == .locationBlock)
            let asked = try #require(try await parent.approvals().first)
            #expect(asked.reason == .locationBlock)
            try await parent.decide(asked.id, .approve)
            #expect(try await child.authorize(500, "groceries").reason == .override)
        }
    }

    @Test(
        "is not made by what goes ahead, nor by what a parent is declined",
        arguments: Engine.all
    )
    func none(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            _ = try await parent.setRule("fun", 0)
            #expect(try await parent.authorize(5_000).reason == .risky)
            #expect(try await child.authorize(5_000, "groceries").reason == .ok)
            let contents = try await server.contents()
            #expect(contents.count("approvals") == 0)
            #expect(contents.count("events") == 0)
        }
    }

    @Test("lets the purchase through once, when it is approved", arguments: Engine.all)
    func approved(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            _ = try await child.authorize(5_000, at: "Starbucks")
            let asked = try await parent.approvals()[0]
            server.clock.advance(seconds: 60)
            let decided = try await parent.decide(asked.id, .approve)
            #expect(decided.state == .approved)
            #expect(decided.decidedAt == GuardianTimestamp(server.clock.now))
            #expect(try await child.approvals() == [decided])
            let contents = try await server.contents()
            #expect(contents.count("overrides") == 1)
            #expect(contents.count("events") == 2)
            server.clock.advance(seconds: 299)
            #expect(try await child.authorize(5_000, at: "STARBUCKS").reason == .override)
            #expect(try await child.approvals() == [decided])
            #expect(try await child.authorize(5_000, at: "Starbucks").reason == .risky)
            #expect(try await child.approvals().map(\.state) == [.pending, .approved])
        }
    }

    @Test("lets it through for 300 seconds from the approval", arguments: Engine.all)
    func validity(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            _ = try await child.authorize(5_000)
            server.clock.advance(seconds: 3_600)
            try await parent.decide(try await parent.approvals()[0].id, .approve)
            server.clock.advance(seconds: 300)
            #expect(try await child.authorize(5_000).reason == .risky)
        }
    }

    @Test("lets nothing through when it is refused, and may be made again", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            _ = try await child.authorize(5_000)
            let decided = try await parent.decide(try await parent.approvals()[0].id, .refuse)
            #expect(decided.state == .refused)
            #expect(decided.decidedAt != nil)
            #expect(try await server.contents().count("overrides") == 0)
            #expect(try await child.authorize(5_000).reason == .risky)
            #expect(try await parent.approvals().map(\.state) == [.pending, .refused])
        }
    }
}
