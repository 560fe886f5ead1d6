import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A policy in shadow")
struct PolicyShadowTests {
    private static let large = #"{"amount":{"at_least":1000}}"#

    private func withFamily(
        _ engine: Engine,
        _ work: (InProcessServer, TestMember, TestMember) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            try await work(server, parent, child)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "answers nothing, and is told what it would have answered (case 7)",
        arguments: Engine.all
    )
    func report(engine: Engine) async throws {
        try await withFamily(engine) { server, parent, child in
            let policy = try await parent.asked("Large", when: Self.large, as: .shadow)
            var answers: [API.Guardian.AuthorizeResponse] = []
            for cents: Int64 in [999, 1_000, 1_001, 500, 5_000] {
                server.clock.advance(seconds: 1)
                answers.append(try await child.authorize(cents))
            }
            for answer in answers {
                #expect(answer.decision == .approve && answer.reason == .ok)
                #expect(answer.policyEntries == [])
                try await server.expectSameBytes(answer.decisionID)
            }
            let report = try await parent.shadow(of: policy)
            #expect(report.decisions == 5 && report.wouldDecline == 3)
            #expect(report.wouldAsk == 0 && report.wouldWarn == 0)
            #expect(report.sumCents == 7_001 && report.disagreements == 3)
            #expect(report.since == GuardianTimestamp(TestClock.noon))
            #expect(report.examples.map(\.amountCents) == [5_000, 1_001, 1_000])
            #expect(report.examples.map(\.decisionID) == [4, 2, 1].map { answers[$0].decisionID })
            #expect(report.examples.allSatisfy { $0.answer == .approve && $0.wouldBe == .decline })
            let later = WireTimestamp(TestClock.noon.adding(seconds: 4))
            let rest = try await parent.shadow(of: policy, since: later)
            #expect(rest.since.instant == later.instant)
            #expect(rest.decisions == 2 && rest.wouldDecline == 1)
        }
    }

    @Test("disagrees where the answer would have been another one", arguments: Engine.all)
    func disagreements(engine: Engine) async throws {
        try await withFamily(engine) { server, parent, child in
            let ask = try await parent.asked("Ask", when: Self.large, then: .ask, as: .shadow)
            let warn = try await parent.asked("Warn", when: Self.large, then: .warn, as: .shadow)
            #expect(try await child.authorize(1_000).reason == .ok)
            _ = try await parent.setRule("games", 0, for: child.id.text)
            #expect(try await child.authorize(1_000, "games").reason == .risky)
            try await parent.asked(
                "Live",
                when: #"{"category":["travel"]}"#,
                then: .warn
            )
            #expect(try await child.authorize(1_000, "travel").reason == .policyWarn)
            let asked = try await parent.shadow(of: ask)
            #expect(asked.decisions == 3 && asked.wouldAsk == 3 && asked.disagreements == 2)
            let warned = try await parent.shadow(of: warn)
            #expect(warned.decisions == 3 && warned.wouldWarn == 3 && warned.disagreements == 1)
        }
    }

    @Test("does not count what a parent had allowed", arguments: Engine.all)
    func overrides(engine: Engine) async throws {
        try await withFamily(engine) { _, parent, child in
            let policy = try await parent.asked("Large", when: Self.large, as: .shadow)
            try await parent.override(1_000, at: "Steam", for: child.id.text)
            #expect(try await child.authorize(1_000).reason == .override)
            let report = try await parent.shadow(of: policy)
            #expect(report.decisions == 0 && report.wouldDecline == 0 && report.examples == [])
        }
    }

    @Test(
        "tells a child of its own purchases alone, and other families of none",
        arguments: Engine.all
    )
    func whose(engine: Engine) async throws {
        try await withFamily(engine) { server, parent, child in
            let sibling = try await server.registerChild("bob@example.com", of: parent)
            let common = try await parent.asked("Large", when: Self.large, as: .shadow)
            let own = try await parent.asked("Own", when: Self.large, as: .shadow, for: sibling)
            for member in [parent, child, sibling] { _ = try await member.authorize(2_000) }
            #expect(try await parent.shadow(of: common).decisions == 3)
            #expect(try await parent.shadow(of: common).sumCents == 6_000)
            #expect(try await child.shadow(of: common).decisions == 1)
            #expect(try await child.shadow(of: common).sumCents == 2_000)
            #expect(try await child.shadow(of: common).examples.count == 1)
            #expect(try await parent.shadow(of: own).decisions == 1)
            let stranger = try await server.registerParent("other@example.com")
            for (member, policy) in [(child, own), (stranger, common), (stranger, ID(.zero))] {
                let answer = try await server.get(
                    "/guardian/policies/\(policy)/shadow",
                    token: member.token
                )
                #expect(answer.status == 404)
            }
        }
    }

    @Test("is told of until it decides, and not after", arguments: Engine.all)
    func ended(engine: Engine) async throws {
        try await withFamily(engine) { server, parent, child in
            let large = Self.large
            let policy = try await parent.asked("Large", when: large, then: .warn, as: .shadow)
            _ = try await child.authorize(2_000)
            server.clock.advance(seconds: 10)
            _ = try await parent.purser.call(
                API.Guardian.setPolicyState,
                .init(policy, state: .live)
            )
            server.clock.advance(seconds: 10)
            #expect(try await child.authorize(2_000).reason == .policyWarn)
            let report = try await parent.shadow(of: policy)
            #expect(report.decisions == 1 && report.wouldWarn == 1)
        }
    }

    @Test("is forgotten after 400 days, what is younger stays", arguments: Engine.all)
    func forgotten(engine: Engine) async throws {
        try await withFamily(engine) { server, parent, child in
            try await parent.asked("Large", when: Self.large, as: .shadow)
            _ = try await child.authorize(2_000)
            let kept = TestClock.noon.adding(milliseconds: Limits.shadowKeptMilliseconds)
            try await server.operations.forgetOldRecords(now: kept)
            var contents = try await server.contents()
            #expect(contents.count("shadow_decisions") == 1)
            #expect(contents.count("shadow_outcomes") == 1)
            try await server.operations.forgetOldRecords(now: kept.adding(milliseconds: 1))
            contents = try await server.contents()
            #expect(contents.count("shadow_decisions") == 0)
            #expect(contents.count("shadow_outcomes") == 0)
        }
    }
}
