import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A child's jars")
struct JarsTests {
    private func split(
        _ spend: Int,
        _ save: Int,
        _ give: Int,
        _ family: AllowanceFamily,
        as parent: TestMember? = nil
    ) async throws -> API.Allowance.JarsResponse {
        try await (parent ?? family.parent).purser.call(
            API.Allowance.setSplit,
            .init(childID: family.child.id, spend: spend, save: save, give: give)
        )
    }

    @discardableResult
    private func move(
        _ minor: Int64,
        _ from: API.Allowance.Jar,
        _ to: API.Allowance.Jar,
        _ family: AllowanceFamily,
        as member: TestMember
    ) async throws -> API.Allowance.JarsResponse {
        try await member.purser.call(
            API.Allowance.moveBetweenJars,
            .init(
                childID: family.child.id,
                from: from,
                to: to,
                amount: DecimalAmount(minor: minor)
            )
        )
    }

    @Test(
        "are its wallet alone before there is a split; looking writes nothing",
        arguments: Engine.all
    )
    func unsplit(engine: Engine) async throws {
        try await withFamily(engine) { family in
            try await family.fund(1_050)
            let before = try await family.server.contents()
            for member in [family.parent, family.child.member] {
                let path = "\(family.child.path)/jars"
                let answer = try await family.server.get(path, token: member.token)
                #expect(answer.status == 200)
                #expect(
                    answer.text == """
                        {"childId":"\(family.child.id.text)",\
                        "split":{"spend":100,"save":0,"give":0},\
                        "spend":10.5,"save":0,"give":0,"total":10.5}
                        """
                )
            }
            #expect(try await family.server.contents() == before)
        }
    }

    @Test("are opened by the first split, and kept by the next", arguments: Engine.all)
    func opened(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let before = try await family.server.contents()
            let first = try await split(60, 30, 10, family)
            #expect(first.split == API.Allowance.SplitPercents(spend: 60, save: 30, give: 10))
            #expect(first.total.minor == 0)
            let opened = try await family.server.contents()
            #expect(opened.count("accounts") == before.count("accounts") + 2)
            #expect(opened.count("edits") == before.count("edits") + 1)
            let second = try await split(0, 100, 0, family)
            #expect(second.split == API.Allowance.SplitPercents(spend: 0, save: 100, give: 0))
            let kept = try await family.server.contents()
            #expect(kept.count("accounts") == opened.count("accounts"))
            #expect(kept.count("jars") == 2)
            #expect(kept.count("edits") == opened.count("edits") + 1)
            let accounts = try await family.server.database.read { session in
                try Accounts.list(of: family.parent.household, in: session)
            }
            let jars = accounts.filter { ["Savings", "Giving"].contains($0.name) }
            #expect(jars.allSatisfy { $0.member == family.child.member.id && $0.kind == .wallet })
            #expect(jars.count == 2 && second.childID == family.child.id)
        }
    }

    @Test("share each allowance; what is left of a cent stays to be spent", arguments: Engine.all)
    func shared(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let body = #"{"weeklyAllowance":3.34}"#
            let path = "\(family.child.path)/allowance"
            let token = family.parent.token
            #expect(try await family.server.raw("PUT", path, body, token: token).status == 200)
            _ = try await split(34, 33, 33, family)
            _ = try await family.server.operations.allowance.payAllowances(family.server.call())
            #expect(try await family.jars() == [114, 110, 110])
            let movements = try await family.movements()
            let texts = movements.map { $0.text ?? "" }
            #expect(texts == ["To giving", "To savings", "Weekly Allowance - 2025-01-15"])
            #expect(movements.map(\.balanceAfterMinor) == [114, 224, 334])
            #expect(movements.allSatisfy { $0.author == nil })
        }
    }

    @Test("get nothing of what was owed before the split", arguments: Engine.all)
    func owedBefore(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let server = family.server
            _ = try await server.operations.allowance.payAllowances(server.call())
            server.clock.advance(seconds: 15 * 86_400)
            let parent = try await server.login(family.parent.email)
            let answer = try await split(0, 100, 0, family, as: parent)
            #expect(answer.spend.minor == 3_000 && answer.save.minor == 0)
            server.clock.advance(seconds: 6 * 86_400)
            _ = try await server.operations.allowance.payAllowances(server.call())
            let later = try await server.login(family.parent.email)
            let request = API.Allowance.ChildRequest(childID: family.child.id)
            let jars = try await later.purser.call(API.Allowance.getJars, request)
            #expect(jars.spend.minor == 3_000 && jars.save.minor == 1_000)
        }
    }

    @Test(
        "are moved between by a parent any way, each under a name of its own",
        arguments: Engine.all
    )
    func moved(engine: Engine) async throws {
        try await withFamily(engine) { family in
            try await family.fund(1_000)
            let rows: [(Int64, API.Allowance.Jar, API.Allowance.Jar, [Int64])] = [
                (400, .spend, .save, [600, 400, 0]), (300, .spend, .give, [300, 400, 300]),
                (150, .save, .give, [300, 250, 450]), (50, .give, .save, [300, 300, 400]),
                (300, .save, .spend, [600, 0, 400]), (400, .give, .spend, [1_000, 0, 0]),
            ]
            for (minor, from, to, expected) in rows {
                let jars = try await move(minor, from, to, family, as: family.parent)
                #expect([jars.spend.minor, jars.save.minor, jars.give.minor] == expected)
                #expect(jars.split == API.Allowance.SplitPercents(spend: 100, save: 0, give: 0))
            }
            let movements = try await family.movements()
            let texts = movements.dropLast().map { $0.text ?? "" }
            #expect(texts == ["From giving", "From savings", "To giving", "To savings"])
            #expect(movements.dropLast().allSatisfy { $0.author == family.parent.id })
        }
    }

    @Test("are filled by the child itself, and emptied by its parent alone", arguments: Engine.all)
    func byChild(engine: Engine) async throws {
        try await withFamily(engine) { family in
            try await family.fund(1_000)
            try await move(300, .spend, .save, family, as: family.child.member)
            try await move(200, .spend, .give, family, as: family.child.member)
            #expect(try await family.jars() == [500, 300, 200])
            let authors = try await family.movements().prefix(2).map(\.author)
            #expect(authors == [family.child.member.id, family.child.member.id])
            let back = [("Save", "Spend"), ("Give", "Spend"), ("Save", "Give"), ("Give", "Save")]
            try await family.expectRefused(
                back.map { from, to in
                    RefusedCall(
                        family.child.member,
                        "POST",
                        "\(family.child.path)/jars/moves",
                        #"{"from":"\#(from)","to":"\#(to)","amount":1}"#,
                        answers: 403
                    )
                }
            )
        }
    }

    @Test("give no more than they hold", arguments: Engine.all)
    func tooMuch(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let path = "\(family.child.path)/jars/moves"
            let refused = { (from: String, to: String, available: String) in
                RefusedCall(
                    family.parent,
                    "POST",
                    path,
                    #"{"from":"\#(from)","to":"\#(to)","amount":10.01}"#,
                    answers: 400,
                    code: "INSUFFICIENT_FUNDS",
                    faults: ["available \(available)", "requested 10.01"]
                )
            }
            try await family.fund(1_000)
            try await family.expectRefused([
                refused("spend", "save", "10"), refused("SAVE", "GIVE", "0"),
                refused("Give", "Spend", "0"),
            ])
            try await move(1_000, .spend, .save, family, as: family.parent)
            try await family.expectRefused([
                refused("Spend", "Save", "0"), refused("Save", "Spend", "10"),
            ])
        }
    }

    @Test("never hold less than nothing, however many move at once", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withFamily(engine) { family in
            try await family.fund(1_000)
            let moved = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        let jars = try? await move(
                            250,
                            .spend,
                            .save,
                            family,
                            as: family.child.member
                        )
                        return jars != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(moved == 4)
            #expect(try await family.jars() == [0, 1_000, 0])
            #expect(try await family.server.contents().count("jars") == 2)
        }
    }

    @Test("are opened once by many splits at once", arguments: Engine.all)
    func openedOnce(engine: Engine) async throws {
        try await withFamily(engine) { family in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask { _ = try await split(50, 25, 25, family) } }
                try await group.waitForAll()
            }
            #expect(try await family.server.contents().count("jars") == 2)
        }
    }

    @Test("are moved between once for a key", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await withFamily(engine) { family in
            try await family.fund(1_000)
            let path = "\(family.child.path)/jars/moves"
            let move = { (amount: Int) in
                try await family.server.post(
                    path,
                    #"{"from":"Spend","to":"Save","amount":\#(amount)}"#,
                    token: family.parent.token,
                    headers: ["Idempotency-Key": "k"]
                )
            }
            let first = try await move(4)
            let again = try await move(4)
            #expect(first.status == 200 && again.body == first.body)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(try await move(5).status == 409)
            #expect(try await family.jars() == [600, 400, 0])
        }
    }
}
