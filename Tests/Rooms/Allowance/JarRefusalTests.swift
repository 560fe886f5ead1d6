import Contract
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What is refused of jars")
struct JarRefusalTests {
    @Test("a split that does not make a whole, by each of its fields", arguments: Engine.embedded)
    func split(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let together = [
                "spend must be 100 together with save and give",
                "save must be 100 together with spend and give",
                "give must be 100 together with spend and save",
            ]
            let rows: [(String, [String])] = [
                ("{}", ["spend is required", "save is required", "give is required"]),
                (#"{"spend":50,"save":30,"give":10}"#, together),
                (#"{"spend":50,"save":50,"give":1}"#, together),
                (#"{"spend":0,"save":0,"give":0}"#, together),
                (
                    #"{"spend":101,"save":0,"give":-1}"#,
                    ["spend is out of range", "give is out of range"]
                ),
                (
                    #"{"spend":50.5,"save":49.5,"give":0}"#,
                    [
                        "spend has the wrong type", "save has the wrong type",
                    ]
                ),
                (#"{"spend":"50","save":50,"give":0}"#, ["spend has the wrong type"]),
                (#"{"spend":50,"save":50,"give":null}"#, ["give is required"]),
            ]
            try await family.expectRefused(
                rows.map { body, faults in
                    RefusedCall(
                        family.parent,
                        "PUT",
                        "\(family.child.path)/split",
                        body,
                        answers: 400,
                        faults: faults
                    )
                }
            )
        }
    }

    @Test(
        "a move without its fields, of nothing, of too much, or to where it is",
        arguments: Engine.embedded
    )
    func move(engine: Engine) async throws {
        try await withFamily(engine) { family in
            try await family.fund(1_000)
            let jars = "must be Spend, Save or Give"
            let rows: [(String, [String])] = [
                ("{}", ["from is required", "to is required", "amount is required"]),
                (#"{"from":"Spend","to":"Save","amount":0}"#, ["amount must be more than 0"]),
                (#"{"from":"Spend","to":"Save","amount":-1}"#, ["amount must be more than 0"]),
                (
                    #"{"from":"Spend","to":"Save","amount":0.001}"#,
                    [
                        "amount must have at most 2 decimals"
                    ]
                ),
                (
                    #"{"from":"Spend","to":"Save","amount":10000000000.01}"#,
                    ["amount is out of range"]
                ),
                (#"{"from":"Spend","to":"Save","amount":"1"}"#, ["amount has the wrong type"]),
                (#"{"from":"Save","to":"save","amount":1}"#, ["to must be another jar than from"]),
                (
                    #"{"from":"Purse","to":"","amount":0}"#,
                    [
                        "from \(jars)", "to is required", "amount must be more than 0",
                    ]
                ),
            ]
            try await family.expectRefused(
                rows.map { body, faults in
                    RefusedCall(
                        family.parent,
                        "POST",
                        "\(family.child.path)/jars/moves",
                        body,
                        answers: 400,
                        faults: faults
                    )
                }
            )
        }
    }

    @Test("jars of a child one may not see, or by a role that may not", arguments: Engine.embedded)
    func others(engine: Engine) async throws {
        try await withFamily(engine) { family in
            try await family.fund(1_000)
            let split = #"{"spend":50,"save":50,"give":0}"#
            let move = #"{"from":"Spend","to":"Save","amount":1}"#
            let nobody = "/api/v1/children/00000000-0000-7000-8000-000000000000"
            let child = family.child.path
            var calls: [RefusedCall] = [
                RefusedCall(family.child.member, "PUT", "\(child)/split", split, answers: 403),
                RefusedCall(family.sibling.member, "PUT", "\(child)/split", split, answers: 403),
            ]
            let unseeing = [
                (family.sibling.member, child), (family.stranger, child),
                (family.strangersChild.member, child), (family.parent, nobody),
                (family.parent, family.strangersChild.path), (family.parent, "/api/v1/children/1"),
                (family.child.member, family.sibling.path),
            ]
            for (caller, path) in unseeing {
                calls.append(RefusedCall(caller, "GET", "\(path)/jars", answers: 404))
                calls.append(RefusedCall(caller, "POST", "\(path)/jars/moves", move, answers: 404))
            }
            for (caller, path) in unseeing
            where [family.parent.id, family.stranger.id].contains(caller.id) {
                calls.append(RefusedCall(caller, "PUT", "\(path)/split", split, answers: 404))
            }
            try await family.expectRefused(calls)
        }
    }
}
