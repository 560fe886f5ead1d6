import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a family asks for twice")
struct FamilyRepeatTests {
    /// A call that is made twice under one key.
    struct RepeatedCall: Sendable, CustomTestStringConvertible {
        let what: String
        let body: String
        /// What the answer says when it is done once.
        let answer: String
        /// Makes what the call is about, and tells its path.
        let prepare: @Sendable (AllowanceFamily) async throws -> String

        var testDescription: String { what }
    }

    static let calls: [RepeatedCall] = [
        RepeatedCall(
            what: "a deposit into the pool",
            body: #"{"amount":5}"#,
            answer: #""balance":15,"#
        ) { family in
            try await family.setPool("10")
            return "/api/v1/families/current/pool/deposits"
        },
        RepeatedCall(
            what: "a pause",
            body: #"{"reason":"Bad grades"}"#,
            answer: #""isPaused":true"#
        ) { family in
            "\(family.child.path)/schedule/pause"
        },
        RepeatedCall(
            what: "the end of a pause",
            body: "{}",
            answer: #""isPaused":false"#
        ) { family in
            let path = "\(family.child.path)/schedule"
            let reason = #"{"reason":"Bad grades"}"#
            let token = family.parent.token
            let paused = try await family.server.post("\(path)/pause", reason, token: token)
            #expect(paused.status == 200)
            return "\(path)/resume"
        },
        RepeatedCall(
            what: "the rejection of a chore",
            body: #"{"reason":"No"}"#,
            answer: #""state":"Rejected""#
        ) { family in
            let chore = try await family.chore(in: .done)
            return "/api/v1/chores/\(chore.id)/reject"
        },
        RepeatedCall(
            what: "the refusal of money",
            body: #"{"message":"Next month"}"#,
            answer: #""state":"Declined""#
        ) { family in
            let asked = try await family.ask(1_250, "Class trip")
            return "/api/v1/requests/\(asked.id)/decline"
        },
    ]

    @Test("is done once under a key, with one answer", arguments: Engine.all, calls)
    func once(engine: Engine, call: RepeatedCall) async throws {
        try await withFamily(engine) { family in
            let path = try await call.prepare(family)
            let send = {
                try await family.server.post(
                    path,
                    call.body,
                    token: family.parent.token,
                    headers: ["Idempotency-Key": "k"]
                )
            }
            let first = try await send()
            #expect(first.status == 200)
            #expect(first.text.contains(call.answer), "\(first.text)")
            #expect(first.headers["Idempotency-Replayed"] == nil)
            let before = try await family.server.contents()
            let second = try await send()
            #expect(second.status == 200)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            #expect(second.body == first.body)
            #expect(try await family.server.contents().changed(since: before) == [])
        }
    }

    @Test("is done each time without one", arguments: Engine.all)
    func eachTime(engine: Engine) async throws {
        try await withFamily(engine) { family in
            try await family.fund(1_000)
            try await family.setPool("10")
            let token = family.parent.token
            let calls = [
                ("/api/v1/families/current/pool/deposits", #"{"amount":5}"#),
                (
                    "\(family.child.path)/jars/moves",
                    #"{"from":"Spend","to":"Save","amount":4}"#
                ),
            ]
            for (path, body) in calls + calls {
                #expect(try await family.server.post(path, body, token: token).status == 200)
            }
            let pool = try await family.parent.purser.call(API.Allowance.getPool)
            #expect(pool.balance?.minor == 2_000)
            #expect(try await family.jars() == [200, 800, 0])
        }
    }
}
