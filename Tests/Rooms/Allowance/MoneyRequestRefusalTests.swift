import Contract
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What is refused of requests for money")
struct MoneyRequestRefusalTests {
    @Test("one of nothing, of too much, or for nothing", arguments: Engine.embedded)
    func faults(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let long = AllowanceFamily.text(501)
            let rows: [(String, [String])] = [
                ("{}", ["amount is required", "purpose is required"]),
                (
                    #"{"amount":0,"purpose":" "}"#,
                    [
                        "amount must be more than 0", "purpose is required",
                    ]
                ),
                (#"{"amount":-1,"purpose":"a"}"#, ["amount must be more than 0"]),
                (#"{"amount":10000.01,"purpose":"a"}"#, ["amount must be at most 10000"]),
                (#"{"amount":0.001,"purpose":"a"}"#, ["amount must have at most 2 decimals"]),
                (#"{"amount":"1","purpose":"a"}"#, ["amount has the wrong type"]),
                (#"{"amount":1,"purpose":"\#(long)"}"#, ["purpose is too long"]),
            ]
            try await family.expectRefused(
                rows.map { body, faults in
                    RefusedCall(
                        family.child.member,
                        "POST",
                        "/api/v1/requests",
                        body,
                        answers: 400,
                        faults: faults
                    )
                }
            )
        }
    }

    @Test("an answer that is too long, a list of an unknown state", arguments: Engine.embedded)
    func words(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let asked = try await family.ask(100, "Class trip")
            let message = #"{"message":"\#(AllowanceFamily.text(501))"}"#
            var calls = ["approve", "decline"].map { action in
                RefusedCall(
                    family.parent,
                    "POST",
                    "/api/v1/requests/\(asked.id)/\(action)",
                    message,
                    answers: 400,
                    faults: ["message is too long"]
                )
            }
            for member in [family.parent, family.child.member] {
                calls.append(
                    RefusedCall(
                        member,
                        "GET",
                        "/api/v1/requests?state=open",
                        answers: 400,
                        faults: ["state must be Pending, Approved or Declined"]
                    )
                )
            }
            try await family.expectRefused(calls)
        }
    }

    @Test("by a role that may not, and of another family", arguments: Engine.embedded)
    func others(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let asked = try await family.ask(100, "Class trip")
            let body = #"{"amount":1,"purpose":"a"}"#
            let nobody = "00000000-0000-7000-8000-000000000000"
            var calls = [
                RefusedCall(family.parent, "POST", "/api/v1/requests", body, answers: 403)
            ]
            for action in ["approve", "decline"] {
                let path = "/api/v1/requests/\(asked.id)/\(action)"
                for child in [family.child, family.sibling, family.strangersChild].map(\.member) {
                    calls.append(RefusedCall(child, "POST", path, answers: 403))
                }
                calls.append(RefusedCall(family.stranger, "POST", path, answers: 404))
                for id in [nobody, "1", "x"] {
                    let unknown = "/api/v1/requests/\(id)/\(action)"
                    calls.append(RefusedCall(family.parent, "POST", unknown, answers: 404))
                }
            }
            try await family.expectRefused(calls)
        }
    }
}
