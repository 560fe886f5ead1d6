import Contract
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What is refused of chores")
struct ChoreRefusalTests {
    @Test("one without a title or with a reward out of bounds", arguments: Engine.embedded)
    func faults(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let longest = AllowanceFamily.text(200)
            let dearest = try await family.assign(longest, 1_000_000)
            _ = try await family.finish(dearest)
            _ = try await family.approve(dearest)
            #expect(try await family.movements().first?.text == "Chore - \(longest)")
            let bounds = "reward must be between 0 and 10000"
            let rows: [(String, [String])] = [
                ("{}", ["title is required", "reward is required"]),
                (#"{"title":"  ","reward":-0.01}"#, ["title is required", bounds]),
                (#"{"title":"a","reward":10000.01}"#, [bounds]),
                (#"{"title":"a","reward":0.001}"#, ["reward must have at most 2 decimals"]),
                (#"{"title":"a","reward":"1"}"#, ["reward has the wrong type"]),
                (#"{"title":"\#(longest)a","reward":1}"#, ["title is too long"]),
            ]
            try await family.expectRefused(
                rows.map { body, faults in
                    RefusedCall(
                        family.parent,
                        "POST",
                        "\(family.child.path)/chores",
                        body,
                        answers: 400,
                        faults: faults
                    )
                }
            )
        }
    }

    @Test("a rejection without a reason, a list of an unknown state", arguments: Engine.embedded)
    func reasons(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let chore = try await family.chore(in: .done)
            let path = "/api/v1/chores/\(chore.id)/reject"
            let long = AllowanceFamily.text(501)
            let list = "\(family.child.path)/chores?state=open"
            let states = "state must be Assigned, Done, Approved or Rejected"
            let parent = family.parent
            try await family.expectRefused([
                RefusedCall(
                    parent,
                    "POST",
                    path,
                    "{}",
                    answers: 400,
                    faults: ["reason is required"]
                ),
                RefusedCall(
                    parent,
                    "POST",
                    path,
                    #"{"reason":" "}"#,
                    answers: 400,
                    faults: ["reason is required"]
                ),
                RefusedCall(
                    parent,
                    "POST",
                    path,
                    #"{"reason":"\#(long)"}"#,
                    answers: 400,
                    faults: ["reason is too long"]
                ),
                RefusedCall(parent, "GET", list, answers: 400, faults: [states]),
            ])
            let longest = #"{"reason":"\#(AllowanceFamily.text(500))"}"#
            #expect(try await family.server.post(path, longest, token: parent.token).status == 200)
        }
    }

    @Test("by a role that may not, and of a child one may not see", arguments: Engine.embedded)
    func others(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let done = try await family.chore(in: .done)
            let open = try await family.chore(in: .assigned)
            let list = "\(family.child.path)/chores"
            let path = "/api/v1/chores/\(done.id)"
            let new = #"{"title":"a","reward":1}"#
            let no = #"{"reason":"No"}"#
            var calls: [RefusedCall] = []
            for child in [family.child, family.sibling, family.strangersChild].map(\.member) {
                calls += [
                    RefusedCall(child, "POST", list, new, answers: 403),
                    RefusedCall(child, "POST", "\(path)/approve", answers: 403),
                    RefusedCall(child, "POST", "\(path)/reject", no, answers: 403),
                    RefusedCall(child, "DELETE", path, answers: 403),
                ]
            }
            for parent in [family.parent, family.stranger] {
                let finish = "/api/v1/chores/\(open.id)/done"
                calls.append(RefusedCall(parent, "POST", finish, answers: 403))
            }
            for child in [family.sibling, family.strangersChild].map(\.member) {
                let finish = "/api/v1/chores/\(open.id)/done"
                calls.append(RefusedCall(child, "GET", list, answers: 404))
                calls.append(RefusedCall(child, "POST", finish, answers: 404))
            }
            let unknown = "/api/v1/chores/00000000-0000-7000-8000-000000000000"
            let rows = [
                (family.stranger, path), (family.parent, unknown),
                (family.parent, "/api/v1/chores/1"),
            ]
            for (parent, path) in rows {
                calls += [
                    RefusedCall(parent, "POST", "\(path)/approve", answers: 404),
                    RefusedCall(parent, "POST", "\(path)/reject", no, answers: 404),
                    RefusedCall(parent, "DELETE", path, answers: 404),
                ]
            }
            calls += [
                RefusedCall(family.stranger, "GET", list, answers: 404),
                RefusedCall(family.stranger, "POST", list, new, answers: 404),
                RefusedCall(
                    family.parent,
                    "POST",
                    "\(family.strangersChild.path)/chores",
                    new,
                    answers: 404
                ),
            ]
            try await family.expectRefused(calls)
        }
    }
}
