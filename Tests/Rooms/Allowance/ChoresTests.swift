import Contract
import Kernel
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A child's chores")
struct ChoresTests {
    @Test("are done, rejected, done again and paid when they are approved", arguments: Engine.all)
    func life(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let clock = family.server.clock
            let start = WireTimestamp(clock.now)
            let assigned = try await family.assign(" Mow the lawn ", 750)
            #expect(assigned.title == "Mow the lawn" && assigned.reward.minor == 750)
            #expect(assigned.childID == family.child.id && assigned.assignedAt == start)
            #expect(assigned.state == .assigned && assigned.doneAt == nil)
            clock.advance(seconds: 60)
            let done = try await family.finish(assigned)
            #expect(done.state == .done && done.doneAt == WireTimestamp(clock.now))
            #expect(done.decidedAt == nil)
            clock.advance(seconds: 60)
            let rejected = try await family.parent.purser.call(
                API.Allowance.rejectChore,
                .init(choreID: done.id, reason: "The edges are not cut")
            )
            #expect(rejected.state == .rejected && rejected.reason == "The edges are not cut")
            #expect(rejected.doneAt == done.doneAt)
            #expect(rejected.decidedAt == WireTimestamp(clock.now))
            #expect(try await family.jars() == [0, 0, 0])
            clock.advance(seconds: 60)
            let again = try await family.finish(assigned)
            #expect(again.state == .done && again.reason == nil && again.decidedAt == nil)
            #expect(again.doneAt == WireTimestamp(clock.now))
            clock.advance(seconds: 60)
            let approved = try await family.approve(assigned)
            #expect(approved.state == .approved && approved.assignedAt == start)
            #expect(approved.decidedAt == WireTimestamp(clock.now))
            #expect(try await family.chores() == [approved])
            #expect(try await family.jars() == [750, 0, 0])
            let movement = try #require(try await family.movements().first)
            #expect(movement.transfer == approved.transactionID)
            #expect(movement.text == "Chore - Mow the lawn" && movement.isCredit)
            #expect(movement.author == family.parent.id && movement.amountMinor == 750)
        }
    }

    @Test("are shown with what is known of them alone", arguments: Engine.all)
    func shown(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let body = #"{"title":"Mow the lawn","reward":7.5}"#
            let path = "\(family.child.path)/chores"
            let answer = try await family.server.post(path, body, token: family.parent.token)
            let id = try #require(try answer.string("id"))
            let chore = """
                {"id":"\(id)","childId":"\(family.child.id)","title":"Mow the lawn","reward":7.5,\
                "state":"Assigned","assignedAt":"2025-01-15T12:00:00Z"}
                """
            #expect(answer.status == 201 && answer.text == chore)
            let list = try await family.server.get(path, token: family.child.member.token)
            #expect(list.text == #"{"childId":"\#(family.child.id)","chores":[\#(chore)]}"#)
        }
    }

    @Test("may be for nothing; then nothing is paid", arguments: Engine.all)
    func unrewarded(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let chore = try await family.assign("Make your bed", 0)
            _ = try await family.finish(chore)
            let before = try await family.server.contents()
            let approved = try await family.approve(chore)
            let tables = ["chores", "edits", "households", "sync_records"]
            #expect(approved.state == .approved && approved.transactionID == nil)
            #expect(try await family.server.contents().changed(since: before) == tables)
        }
    }

    @Test("are decided and taken back in the right state alone", arguments: Engine.all)
    func states(engine: Engine) async throws {
        try await withFamily(engine) { family in
            var chores: [API.Allowance.ChoreState: API.Allowance.ChoreResponse] = [:]
            for state in API.Allowance.ChoreState.allCases {
                chores[state] = try await family.chore(in: state)
            }
            let rows: [(API.Allowance.ChoreState, [String])] = [
                (.assigned, ["approve", "reject"]), (.done, ["done"]),
                (.rejected, ["approve", "reject"]), (.approved, ["done", "approve", "reject", ""]),
            ]
            try await family.expectRefused(
                rows.flatMap { state, actions in
                    actions.map { action in
                        let path = "/api/v1/chores/\(chores[state]?.id.text ?? "")"
                        let member = action == "done" ? family.child.member : family.parent
                        let body = action == "reject" ? #"{"reason":"No"}"# : nil
                        return action.isEmpty
                            ? RefusedCall(member, "DELETE", path, answers: 409)
                            : RefusedCall(member, "POST", "\(path)/\(action)", body, answers: 409)
                    }
                }
            )
            for state in [API.Allowance.ChoreState.assigned, .done, .rejected] {
                let id = try #require(chores[state]).id
                let reference = API.Allowance.ChoreReference(choreID: id)
                _ = try await family.parent.purser.call(API.Allowance.deleteChore, reference)
            }
            #expect(try await family.chores().map(\.state) == [.approved])
        }
    }

    @Test("are not paid from an empty pool, and are from a full one", arguments: Engine.all)
    func emptyPool(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let chore = try await family.assign("Mow the lawn", 750)
            _ = try await family.finish(chore)
            for pool in ["0", "7.49"] {
                try await family.setPool(pool)
                try await family.expectRefused([
                    RefusedCall(
                        family.parent,
                        "POST",
                        "/api/v1/chores/\(chore.id)/approve",
                        answers: 400,
                        code: "INSUFFICIENT_FUNDS",
                        faults: ["available \(pool)", "requested 7.5"]
                    )
                ])
            }
            try await family.setPool("7.5")
            #expect(try await family.approve(chore).state == .approved)
            #expect(try await family.jars() == [750, 0, 0])
            let pool = "/api/v1/families/current/pool"
            let answer = try await family.server.get(pool, token: family.parent.token)
            #expect(try answer.json()["balance"] == .number("0"))
        }
    }

    @Test("are paid once by many approvals at once", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let chore = try await family.assign("Mow the lawn", 750)
            _ = try await family.finish(chore)
            let approvals = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { (try? await family.approve(chore)) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(approvals == 1)
            #expect(try await family.jars() == [750, 0, 0])
        }
    }

    @Test("are done and approved once for a key", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let path = "\(family.child.path)/chores"
            let post = { (path: String, body: String?, member: TestMember) in
                try await family.server.post(
                    path,
                    body,
                    token: member.token,
                    headers: ["Idempotency-Key": "k"]
                )
            }
            let body = #"{"title":"Mow the lawn","reward":7.5}"#
            let first = try await post(path, body, family.parent)
            #expect(try await post(path, body, family.parent).body == first.body)
            let chore = "/api/v1/chores/\(try #require(try first.string("id")))"
            for (action, member) in [("done", family.child.member), ("approve", family.parent)] {
                let once = try await post("\(chore)/\(action)", nil, member)
                #expect(once.status == 200)
                let again = try await post("\(chore)/\(action)", nil, member)
                #expect(again.status == 200 && again.body == once.body)
                #expect(again.headers["Idempotency-Replayed"] == "true")
            }
            #expect(try await family.jars() == [750, 0, 0])
            #expect(try await family.server.contents().count("chores") == 1)
        }
    }

    @Test("are listed newest first, a hundred of them, and by their state", arguments: Engine.all)
    func lists(engine: Engine) async throws {
        try await withFamily(engine) { family in
            var chores: [API.Allowance.ChoreResponse] = []
            for number in 1...100 { chores.append(try await family.assign("Chore \(number)", 0)) }
            let body = #"{"title":"One more","reward":1}"#
            try await family.expectRefused([
                RefusedCall(
                    family.parent,
                    "POST",
                    "\(family.child.path)/chores",
                    body,
                    answers: 409
                )
            ])
            _ = try await family.finish(chores[0])
            _ = try await family.approve(chores[0])
            _ = try await family.finish(chores[1])
            _ = try await family.assign("Chore 101", 0)
            let titles = try await family.chores().map(\.title)
            #expect(titles == (2...101).reversed().map { "Chore \($0)" })
            #expect(try await family.chores("approved").map(\.title) == ["Chore 1"])
            #expect(try await family.chores("Done").map(\.title) == ["Chore 2"])
            #expect(try await family.chores("Rejected") == [])
            #expect(try await family.chores("ASSIGNED").count == 99)
        }
    }
}

extension AllowanceFamily {
    func assign(_ title: String, _ minor: Int64) async throws -> API.Allowance.ChoreResponse {
        try await parent.purser.call(
            API.Allowance.assignChore,
            .init(childID: child.id, title: title, reward: DecimalAmount(minor: minor))
        )
    }

    func finish(
        _ chore: API.Allowance.ChoreResponse
    ) async throws -> API.Allowance.ChoreResponse {
        let reference = API.Allowance.ChoreReference(choreID: chore.id)
        return try await child.member.purser.call(API.Allowance.finishChore, reference)
    }

    func approve(
        _ chore: API.Allowance.ChoreResponse
    ) async throws -> API.Allowance.ChoreResponse {
        let reference = API.Allowance.ChoreReference(choreID: chore.id)
        return try await parent.purser.call(API.Allowance.approveChore, reference)
    }

    /// The chores as the child sees them, all or those of a state in any case.
    func chores(_ state: String? = nil) async throws -> [API.Allowance.ChoreResponse] {
        let query = state.map { "?state=\($0)" } ?? ""
        let answer = try await server.get("\(child.path)/chores\(query)", token: child.member.token)
        #expect(answer.status == 200)
        return try API.Allowance.listChores.output(of: answer.body).chores
    }

    /// A new chore with a reward of 1 that is in a state.
    func chore(
        in state: API.Allowance.ChoreState
    ) async throws -> API.Allowance.ChoreResponse {
        let chore = try await assign("Chore", 100)
        if state != .assigned { _ = try await finish(chore) }
        if state == .approved { _ = try await approve(chore) }
        if state == .rejected {
            let rejection = API.Allowance.ChoreRejection(choreID: chore.id, reason: "No")
            _ = try await parent.purser.call(API.Allowance.rejectChore, rejection)
        }
        return chore
    }
}
