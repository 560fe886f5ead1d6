import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A policy that asks")
struct AskingPolicyTests {
    private static let large = #"{"amount":{"at_least":1000}}"#

    @Test("declines and asks a child's parents", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            try await parent.asked("Large", when: Self.large, then: .ask)
            let answer = try await child.authorize(1_000)
            #expect(answer.decision == .decline && answer.reason == .policy)
            let asked = try #require(try await parent.approvals().first)
            #expect(asked.userID == child.id && asked.reason == .policy)
            try await parent.decide(asked.id, .approve)
            #expect(try await child.authorize(1_000).reason == .override)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "asks another parent what a parent wants to buy, who alone decides",
        arguments: Engine.all
    )
    func parent(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let second = try await server.registerSecondParent(of: parent)
            try await parent.asked("Large", when: Self.large, then: .ask)
            let answer = try await parent.authorize(1_000)
            #expect(answer.decision == .decline && answer.reason == .policy)
            let asked = try #require(try await second.approvals().first)
            #expect(asked.userID == parent.id && asked.decisionID == answer.decisionID)
            let before = try await server.contents()
            for decision in ["approve", "refuse"] {
                let own = try await server.post(
                    "/guardian/approvals/\(asked.id)",
                    #"{"decision":"\#(decision)"}"#,
                    token: parent.token
                )
                #expect(own.status == 403)
            }
            #expect(try await server.contents() == before)
            #expect(try await second.decide(asked.id, .approve).state == .approved)
            #expect(try await parent.authorize(1_000).reason == .override)
            #expect(try await parent.authorize(1_000).reason == .policy)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "asks nobody for a parent who is the only one, nor does one that declines",
        arguments: Engine.all
    )
    func nobody(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await parent.asked("Large", when: Self.large, then: .ask)
            #expect(try await parent.authorize(1_000).reason == .policy)
            #expect(try await server.contents().count("approvals") == 0)
            let second = try await server.registerSecondParent(of: parent)
            try await parent.asked("Travel", when: #"{"category":["travel"]}"#)
            #expect(try await parent.authorize(100, "travel").reason == .policy)
            #expect(try await second.approvals() == [])
            // The strictest decides, and it asks nobody.
            #expect(try await parent.authorize(1_000, "travel").reason == .policy)
            #expect(try await server.contents().count("approvals") == 0)
        }
    }
}
