import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A parent's override")
struct OverrideTests {
    /// Runs `work` with a parent and a child whose limit for fun is 0.
    private func withBlockedChild(
        _ engine: Engine,
        _ work: (InProcessServer, TestMember, TestMember) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            _ = try await parent.setRule("fun", 0, for: child.id.text)
            try await work(server, parent, child)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("lets the child's next such purchase through, once", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            server.clock.set("2025-01-15T12:00:00Z")
            #expect(try await parent.override(5_000, for: child.id.text).status == "ok")
            server.clock.set("2025-01-15T12:04:59Z")
            let answer = try await child.authorize(5_000, at: " STARBUCKS ")
            #expect(answer.decision == .approve && answer.reason == .override)
            #expect(answer.trace.map { "\($0.check) \($0.outcome)" } == ["override approve"])
            #expect(try await child.authorize(5_000, at: "Starbucks").reason == .risky)
        }
    }

    @Test("is good for 300 seconds, and not at their end", arguments: Engine.all)
    func validity(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            try await parent.override(5_000, for: child.id.text)
            server.clock.advance(seconds: 300)
            #expect(try await child.authorize(5_000, at: "Starbucks").reason == .risky)
            try await parent.override(5_000, for: child.id.text)
            server.clock.advance(seconds: 299, milliseconds: 999)
            #expect(try await child.authorize(5_000, at: "Starbucks").reason == .override)
        }
    }

    @Test(
        "is for this member, this merchant and this amount, in any category",
        arguments: Engine.all
    )
    func exactness(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            try await parent.override(5_000, for: child.id.text)
            #expect(try await child.authorize(4_999, at: "Starbucks").reason == .risky)
            #expect(try await child.authorize(5_001, at: "Starbucks").reason == .risky)
            #expect(try await child.authorize(5_000, at: "Starbuck").reason == .risky)
            #expect(try await parent.authorize(5_000, at: "Starbucks").reason == .ok)
            #expect(try await child.authorize(5_000, "travel", at: "Star bucks").reason == .ok)
            let used = try await child.authorize(5_000, "travel", at: "starbucks")
            #expect(used.reason == .override)
            #expect(try await server.contents().count("overrides") == 1)
        }
    }

    @Test("of the parent is the parent's own, when nobody is named", arguments: Engine.all)
    func own(engine: Engine) async throws {
        try await withBlockedChild(engine) { _, parent, child in
            _ = try await parent.setRule("fun", 0)
            try await parent.override(5_000)
            #expect(try await child.authorize(5_000, at: "Starbucks").reason == .risky)
            #expect(try await parent.authorize(5_000, at: "Starbucks").reason == .override)
        }
    }

    @Test(
        "is used by one of many purchases at once, and each override by another",
        arguments: Engine.all
    )
    func racing(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, child in
            for overrides in 1...3 {
                for _ in 0..<overrides { try await parent.override(5_000, for: child.id.text) }
                let reasons = try await withThrowingTaskGroup(
                    of: API.Guardian.AuthorizeReason.self
                ) { group in
                    for _ in 0..<6 {
                        group.addTask { try await child.authorize(5_000, at: "Starbucks").reason }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(reasons.filter { $0 == .override }.count == overrides)
                #expect(reasons.filter { $0 == .risky }.count == 6 - overrides)
            }
        }
    }

    @Test(
        "without a price or a merchant is refused by name, and nothing is allowed",
        arguments: Engine.all
    )
    func faults(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, parent, _ in
            let before = try await server.contents()
            let rows = [
                ("{}", "amount_cents is required"),
                (#"{"amount_cents":5000}"#, "merchant is required"),
                (#"{"amount_cents":0,"merchant":"a"}"#, "amount_cents must be more than 0"),
                (#"{"amount_cents":1e13,"merchant":"a"}"#, "amount_cents is out of range"),
                (
                    #"{"amount_cents":1,"merchant":"a","user_id":[]}"#,
                    "user_id has the wrong type"
                ),
            ]
            for (body, error) in rows {
                let answer = try await server.post("/guardian/override", body, token: parent.token)
                #expect(answer.status == 400)
                #expect(try answer.string("error") == error)
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test("is never made by a purchase that was declined", arguments: Engine.all)
    func neverByItself(engine: Engine) async throws {
        try await withBlockedChild(engine) { server, _, child async throws in
            for _ in 0..<3 { #expect(try await child.authorize(5_000).reason == .risky) }
            #expect(try await server.contents().count("overrides") == 0)
        }
    }
}
