import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

/// The cases of the contract's policies that a decision answers.
@Suite("Authorizing a purchase that policies are asked about")
struct AskedPoliciesTests {
    static let daily =
        #"{"spent":{"window":"day","over":["member"],"of":"purchases","more_than":2000}}"#
    private static let night =
        #"{"time":{"days":["fri","sat"],"from":"21:00","to":"06:30"}}"#

    /// Runs `work` with a parent and a child on a Wednesday at noon.
    private func withFamily(
        _ engine: Engine,
        at instant: String = "2025-03-05T12:00:00Z",
        timeZone: String = "UTC",
        _ work: (InProcessServer, TestMember, TestMember) async throws -> Void
    ) async throws {
        try await withServer(engine, clock: TestClock(instant)) { server in
            let parent = try await server.registerParent(timeZone: timeZone)
            let child = try await server.registerChild(of: parent)
            try await work(server, parent, child)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("counts what was spent today, and this purchase (case 1)", arguments: Engine.all)
    func daily(engine: Engine) async throws {
        try await withFamily(engine) { server, parent, child in
            try await parent.asked("Daily", when: Self.daily)
            let account = try await server.openAccount(of: child)
            try await server.spend(1_500, from: account)
            let good = try await child.authorize(500)
            #expect(good.decision == .approve && good.reason == .ok)
            #expect(good.policyEntries == ["pass 1 policy was looked at: none is true."])
            let bad = try await child.authorize(501)
            #expect(bad.decision == .decline && bad.reason == .policy)
            #expect(
                bad.policyEntries == [
                    "pass 1 policy was looked at: 1 is true.",
                    #"decline "Daily" declines: spending today 15.00 + 5.01 of 20.00."#,
                ]
            )
            #expect(bad.trace.map(\.check).last == "policy")
            let asked = try await parent.approvals()
            #expect(asked.map(\.amountCents) == [501] && asked.map(\.reason) == [.policy])
            // It is the child's spending: the parent's own is another one.
            #expect(try await parent.authorize(2_000).reason == .ok)
            for answer in [good, bad] {
                let file = try await server.expectSameBytes(answer.decisionID)
                let lines = try file.explained().lines
                let asked = "  policies  1 live, 0 in shadow, as of link "
                #expect(lines.contains { $0.hasPrefix(asked) })
                #expect(lines.contains("    spending today: $15.00"))
            }
        }
    }

    @Test(
        "goes by the household's clock, over midnight and by the day it began on (case 2)",
        arguments: Engine.all
    )
    func clock(engine: Engine) async throws {
        try await withFamily(engine) { server, parent, child in
            try await parent.asked("Night", when: Self.night)
            for (instant, isTrue) in [
                ("2025-03-07T20:59:59.999Z", false), ("2025-03-07T21:00:00Z", true),
                ("2025-03-08T06:29:00Z", true), ("2025-03-08T06:30:00Z", false),
                ("2025-03-09T05:00:00Z", true), ("2025-03-10T05:00:00Z", false),
            ] {
                server.clock.set(instant)
                let answer = try await server.login(child.email).authorize(100)
                #expect(answer.reason == (isTrue ? .policy : .ok), "\(instant)")
                try await server.expectSameBytes(answer.decisionID)
            }
        }
    }

    @Test(
        "reads the clock in hours that daylight saving doubles or takes (case 3)",
        arguments: Engine.all,
        [
            ("America/New_York", "2025-11-02T05:30:00Z", true),
            ("America/New_York", "2025-11-02T06:30:00Z", true),
            ("America/New_York", "2025-11-02T11:30:00Z", false),
            ("Europe/Berlin", "2025-03-30T01:00:00Z", true),
            ("Europe/Berlin", "2025-03-30T04:29:59Z", true),
            ("Europe/Berlin", "2025-03-30T04:30:00Z", false),
        ]
    )
    func savings(engine: Engine, at: (zone: String, instant: String, isTrue: Bool)) async throws {
        try await withFamily(engine, at: at.instant, timeZone: at.zone) { _, parent, child in
            try await parent.asked("Night", when: Self.night)
            let answer = try await child.authorize(100)
            #expect(answer.reason == (at.isTrue ? .policy : .ok))
        }
    }

    @Test("counts approvals of an hour to the millisecond (case 4)", arguments: Engine.all)
    func rolling(engine: Engine) async throws {
        try await withFamily(engine, at: "2025-03-05T11:00:00.000Z") { server, parent, child in
            let condition =
                #"{"count":{"window":{"hours":1},"of":"approvals","more_than":3}}"#
            try await parent.asked("Hourly", when: condition)
            for instant in ["11:00:00.000", "11:00:00.001", "11:30:00.000"] {
                server.clock.set("2025-03-05T\(instant)Z")
                #expect(try await child.authorize(100).reason == .ok)
            }
            server.clock.set("2025-03-05T12:00:00.000Z")
            let bad = try await child.authorize(100)
            #expect(bad.reason == .policy)
            server.clock.set("2025-03-05T12:00:00.001Z")
            let good = try await child.authorize(100)
            #expect(good.reason == .ok)
            for answer in [bad, good] { try await server.expectSameBytes(answer.decisionID) }
        }
    }

    @Test("goes by the strictest, and by an override before it (case 5)", arguments: Engine.all)
    func strictest(engine: Engine) async throws {
        try await withFamily(engine) { server, parent, child in
            let any = #"{"amount":{"at_least":1}}"#
            try await parent.asked("Hint", when: any, then: .warn, message: "Is it worth it?")
            let warned = try await child.authorize(500)
            #expect(warned.decision == .approve && warned.reason == .policyWarn)
            #expect(warned.message == "Is it worth it?")
            try await parent.asked("Stop", when: any, message: "Not now.")
            let declined = try await child.authorize(500)
            #expect(declined.reason == .policy && declined.message == "Not now.")
            #expect(declined.policyEntries.count == 3)
            try await parent.override(500, at: "Steam", for: child.id.text)
            let allowed = try await child.authorize(500)
            #expect(allowed.decision == .approve && allowed.reason == .override)
            #expect(allowed.policyEntries == [])
            for answer in [warned, declined, allowed] {
                try await server.expectSameBytes(answer.decisionID)
            }
            // No policy was asked, so none is kept with it.
            #expect(try await server.storedPolicies(of: allowed.decisionID) == [.null, .null])
        }
    }

    @Test("is as it always was where no policy applies: no check, no facts", arguments: Engine.all)
    func none(engine: Engine) async throws {
        try await withFamily(engine) { server, parent, child in
            let any = #"{"amount":{"at_least":1}}"#
            _ = try await parent.purser.call(
                API.Guardian.createPolicy,
                .init(name: "Draft", when: try API.Guardian.Condition(any), then: .decline)
            )
            var answers = [try await child.authorize(500)]
            try await parent.asked("Own", when: any, for: parent)
            answers.append(try await child.authorize(500))
            for answer in answers {
                #expect(answer.reason == .ok && answer.policyEntries == [])
                #expect(
                    answer.trace.map(\.check) == [
                        "override", "geofence_block", "rule_limit", "geofence_warn",
                    ]
                )
                #expect(try await server.storedPolicies(of: answer.decisionID) == [.null, .null])
                let file = try await server.expectSameBytes(answer.decisionID)
                #expect(!file.text.contains("polic"))
            }
            #expect(try await parent.authorize(500).reason == .policy)
        }
    }

    @Test("is in the hash chain with its policies", arguments: Engine.all)
    func tampering(engine: Engine) async throws {
        for change in [
            "policies_version = policies_version - 1", "policy_facts = '{}'",
            "policies_version = NULL, policy_facts = NULL",
        ] {
            try await withServer(engine) { server in
                let parent = try await server.registerParent()
                try await parent.asked("Any", when: #"{"amount":{"at_least":1}}"#)
                #expect(try await parent.authorize(500).reason == .policy)
                #expect(try await server.faultInBooks() == nil)
                try await server.database.write { session in
                    _ = try session.run(Statement("UPDATE decisions SET \(change)"), [])
                }
                #expect(try await server.faultInBooks()?.contains("decisions") == true, "\(change)")
            }
        }
    }

    @Test("is told by the coach before, which writes nothing", arguments: Engine.all)
    func coach(engine: Engine) async throws {
        try await withFamily(engine) { server, parent, child in
            try await parent.asked("Daily", when: Self.daily, message: "Twenty a day.")
            let before = try await server.contents()
            #expect(try await child.coach(2_000).result == .allow)
            let advice = try await child.coach(2_001)
            #expect(advice.result == .block && advice.message.contains("Twenty a day."))
            #expect(try await server.contents() == before)
        }
    }
}
