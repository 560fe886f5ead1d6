import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a child saves for")
struct GoalsTests {
    private func create(
        _ name: String,
        _ minor: Int64,
        _ family: AllowanceFamily,
        as member: TestMember? = nil
    ) async throws -> API.Allowance.GoalResponse {
        try await (member ?? family.parent).purser.call(
            API.Allowance.createGoal,
            .init(childID: family.child.id, name: name, targetAmount: DecimalAmount(minor: minor))
        )
    }

    private func list(
        _ family: AllowanceFamily,
        as member: TestMember? = nil
    ) async throws -> API.Allowance.GoalListResponse {
        let request = API.Allowance.ChildRequest(childID: family.child.id)
        return try await (member ?? family.parent).purser.call(API.Allowance.listGoals, request)
    }

    private func save(_ minor: Int64, _ family: AllowanceFamily) async throws {
        try await family.fund(minor)
        _ = try await family.parent.purser.call(
            API.Allowance.moveBetweenJars,
            .init(
                childID: family.child.id,
                from: .spend,
                to: .save,
                amount: DecimalAmount(minor: minor)
            )
        )
    }

    /// The goals as `name saved/target percent`, with a `!` where nothing is missing.
    private func progress(_ family: AllowanceFamily) async throws -> [String] {
        try await list(family).goals.map { goal in
            #expect(goal.remainingAmount.minor == goal.targetAmount.minor - goal.savedAmount.minor)
            let mark = goal.isReached ? "!" : ""
            return "\(goal.name) \(goal.savedAmount.minor)/\(goal.targetAmount.minor) "
                + "\(goal.progressPercent)\(mark)"
        }
    }

    @Test("is filled by its savings in the order in which it was set", arguments: Engine.all)
    func life(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let bicycle = try await create("Bicycle", 10_000, family)
            let book = try await create("Book", 1_500, family, as: family.child.member)
            #expect(try await progress(family) == ["Bicycle 0/10000 0", "Book 0/1500 0"])
            try await family.fund(5_000)
            #expect(try await progress(family) == ["Bicycle 0/10000 0", "Book 0/1500 0"])
            try await save(9_999, family)
            #expect(try await progress(family) == ["Bicycle 9999/10000 99", "Book 0/1500 0"])
            try await save(751, family)
            #expect(try await progress(family) == ["Bicycle 10000/10000 100!", "Book 750/1500 50"])
            let dearer = try await family.child.member.purser.call(
                API.Allowance.updateGoal,
                .init(
                    goalID: bicycle.id,
                    name: "Red bicycle",
                    targetAmount: DecimalAmount(minor: 12_000)
                )
            )
            #expect(dearer.savedAmount.minor == 10_750 && dearer.createdAt == bicycle.createdAt)
            #expect(try await progress(family) == ["Red bicycle 10750/12000 89", "Book 0/1500 0"])
            _ = try await family.child.member.purser.call(
                API.Allowance.deleteGoal,
                .init(goalID: bicycle.id)
            )
            #expect(try await progress(family) == ["Book 1500/1500 100!"])
            let goals = try await list(family, as: family.child.member)
            #expect(goals.saved.minor == 10_750)
            #expect(goals.goals.map(\.id) == [book.id])
            #expect(try await family.jars() == [5_000, 10_750, 0])
        }
    }

    @Test("is shown with what is missing", arguments: Engine.all)
    func shown(engine: Engine) async throws {
        try await withFamily(engine) { family in
            try await save(4_050, family)
            let path = "\(family.child.path)/goals"
            let body = #"{"name":" Skateboard ","targetAmount":60}"#
            let made = try await family.server.post(path, body, token: family.child.member.token)
            let id = try #require(try made.string("id"))
            let goal = """
                {"id":"\(id)","name":"Skateboard","targetAmount":60,"savedAmount":40.5,\
                "remainingAmount":19.5,"progressPercent":67,"isReached":false,\
                "createdAt":"2025-01-15T12:00:00Z"}
                """
            #expect(made.status == 201 && made.text == goal)
            let answer = try await family.server.get(path, token: family.parent.token)
            #expect(
                answer.text == """
                    {"childId":"\(family.child.id.text)","saved":40.5,"goals":[\(goal)]}
                    """
            )
        }
    }

    @Test("is at most twenty things; of another child, its own twenty", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withFamily(engine) { family in
            for number in 1...20 { _ = try await create("Goal \(number)", 100, family) }
            let body = #"{"name":"Goal 21","targetAmount":1}"#
            try await family.expectRefused(
                [family.parent, family.child.member].map { member in
                    RefusedCall(member, "POST", "\(family.child.path)/goals", body, answers: 409)
                }
            )
            _ = try await family.sibling.member.purser.call(
                API.Allowance.createGoal,
                .init(
                    childID: family.sibling.id,
                    name: "Goal",
                    targetAmount: DecimalAmount(minor: 1)
                )
            )
            let first = try await list(family).goals[0].id
            _ = try await family.parent.purser.call(API.Allowance.deleteGoal, .init(goalID: first))
            _ = try await create("Goal 21", 100, family)
            let names = try await list(family).goals.map(\.name)
            #expect(names == (2...21).map { "Goal \($0)" })
        }
    }

    @Test("is at most twenty things when many are set at once", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withFamily(engine) { family in
            for number in 1...18 { _ = try await create("Goal \(number)", 100, family) }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask { _ = try? await create("One more", 100, family) }
                }
            }
            #expect(try await list(family).goals.count == 20)
        }
    }

    @Test("is set, changed and removed once for a key", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let path = "\(family.child.path)/goals"
            let send = { (method: String, path: String, body: String?) in
                try await family.server.raw(
                    method,
                    path,
                    body,
                    token: family.parent.token,
                    headers: ["Idempotency-Key": "k"]
                )
            }
            let body = #"{"name":"Book","targetAmount":15}"#
            let made = try await send("POST", path, body)
            #expect(try await send("POST", path, body).body == made.body)
            let id = try #require(try made.string("id"))
            let dearer = #"{"name":"Book","targetAmount":16}"#
            let changed = try await send("PUT", "/api/v1/goals/\(id)", dearer)
            #expect(changed.status == 200)
            #expect(try await send("PUT", "/api/v1/goals/\(id)", dearer).body == changed.body)
            #expect(try await progress(family) == ["Book 0/1600 0"])
            for isReplayed in [false, true] {
                let deleted = try await send("DELETE", "/api/v1/goals/\(id)", nil)
                #expect(deleted.status == 204 && deleted.body == [])
                let mark = deleted.headers["Idempotency-Replayed"]
                #expect(mark == (isReplayed ? "true" : nil))
            }
            #expect(try await list(family).goals == [])
        }
    }

    @Test("has a name and a price", arguments: Engine.all)
    func faults(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let goal = try await create(AllowanceFamily.text(100), 1_000_000_000_000, family)
            #expect(goal.name.count == 100)
            let rows: [(String, [String])] = [
                ("{}", ["name is required", "targetAmount is required"]),
                (
                    #"{"name":" ","targetAmount":0}"#,
                    [
                        "name is required", "targetAmount must be more than 0",
                    ]
                ),
                (
                    #"{"name":"\#(AllowanceFamily.text(101))","targetAmount":1}"#,
                    ["name is too long"]
                ),
                (#"{"name":"a","targetAmount":-0.01}"#, ["targetAmount must be more than 0"]),
                (
                    #"{"name":"a","targetAmount":1.005}"#,
                    ["targetAmount must have at most 2 decimals"]
                ),
                (#"{"name":"a","targetAmount":"1"}"#, ["targetAmount has the wrong type"]),
                (#"{"name":"a","targetAmount":10000000000.01}"#, ["targetAmount is out of range"]),
                (#"{"name":1,"targetAmount":1}"#, ["name has the wrong type"]),
            ]
            try await family.expectRefused(
                rows.flatMap { body, faults in
                    [
                        ("POST", "\(family.child.path)/goals"),
                        ("PUT", "/api/v1/goals/\(goal.id.text)"),
                    ]
                    .map { method, path in
                        RefusedCall(
                            family.parent,
                            method,
                            path,
                            body,
                            answers: 400,
                            faults: faults
                        )
                    }
                }
            )
        }
    }

    @Test("is nobody else's business", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let goal = try await create("Book", 1_500, family)
            let body = #"{"name":"Mine","targetAmount":1}"#
            let strangers = [
                family.sibling.member, family.stranger, family.strangersChild.member,
            ]
            var calls = strangers.flatMap { member in
                [
                    RefusedCall(member, "GET", "\(family.child.path)/goals", answers: 404),
                    RefusedCall(member, "POST", "\(family.child.path)/goals", body, answers: 404),
                    RefusedCall(member, "PUT", "/api/v1/goals/\(goal.id)", body, answers: 404),
                    RefusedCall(member, "DELETE", "/api/v1/goals/\(goal.id)", answers: 404),
                ]
            }
            for id in ["1", "x", "00000000-0000-7000-8000-000000000000", family.child.id.text] {
                let path = "/api/v1/goals/\(id)"
                calls.append(RefusedCall(family.parent, "PUT", path, body, answers: 404))
                calls.append(RefusedCall(family.parent, "DELETE", path, answers: 404))
            }
            try await family.expectRefused(calls)
        }
    }
}
