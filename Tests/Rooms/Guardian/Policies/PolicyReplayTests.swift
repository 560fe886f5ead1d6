import Contract
import Guardian
import Kernel
import Operations
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A decision with policies, made again")
struct PolicyReplayTests {
    /// Forty conditions that ask for everything there is to ask for.
    private static func condition(_ number: Int, _ figure: Int, _ goal: String) -> String {
        let leaves = [
            #"{"spent":{"window":"week","of":"purchases","more_than":\#(figure)}}"#,
            #"{"spent":{"window":{"hours":\#(number + 1)},"over":["household"],"#
                + #""of":"approvals","more_than":\#(figure)}}"#,
            #"{"count":{"window":"month","over":["merchant"],"of":"declines","#
                + #""more_than":\#(figure)}}"#,
            #"{"place":{"within_m":500,"of":{"lat":40.7128,"lon":-74.006},"unknown":true}}"#,
            #"{"goal":{"id":"\#(goal)","short_by_more_than":\#(figure)}}"#,
            #"{"avoidable":{"at_least":0.\#(figure)}}"#,
            #"{"wallet":{"left_less_than":\#(figure)}}"#,
            #"{"first_time":"merchant"}"#, #"{"first_time":"category"}"#,
            #"{"mcc":["5812","7800-\#(7_900 + figure)"]}"#,
        ]
        return #"{"any":[{"amount":{"at_least":\#(figure * 1_000)}},\#(leaves[number % 10])]}"#
    }

    private static func goal(of child: TestMember, _ parent: TestMember) async throws -> String {
        let goal = try await parent.purser.call(
            API.Allowance.createGoal,
            .init(
                childID: child.ownChildID(),
                name: "Bicycle",
                targetAmount: DecimalAmount(minor: 10_000)
            )
        )
        return goal.id.text
    }

    @Test(
        "gives the same bytes with forty policies after all were changed (case 12)",
        arguments: Engine.all
    )
    func changed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let goal = try await Self.goal(of: child, parent)
            try await child.ping(40.7128)
            let account = try await server.openAccount(of: child)
            try await server.spend(1_500, from: account)
            var policies: [ID<Entity.Policy>] = []
            for number in 0..<40 {
                let action: API.Guardian.PolicyAction = number % 3 == 0 ? .decline : .warn
                policies.append(
                    try await parent.asked(
                        "Policy \(number)",
                        when: Self.condition(number, 50 + number, goal),
                        then: action,
                        as: number % 5 == 4 ? .shadow : .live
                    )
                )
            }
            var answers: [API.Guardian.AuthorizeResponse] = []
            for cents: Int64 in [100, 1_000, 60_000] {
                answers.append(try await child.authorize(cents, mcc: 5_812))
            }
            var files: [DecisionFile] = []
            for answer in answers {
                files.append(try await server.expectSameBytes(answer.decisionID))
            }
            for (number, policy) in policies.enumerated() {
                try await parent.change(
                    policy,
                    "Changed \(number)",
                    when: Self.condition(number, 10 + number, goal)
                )
            }
            for (answer, file) in zip(answers, files) {
                let again = try await server.expectSameBytes(answer.decisionID)
                #expect(again.text == file.text)
                #expect(try again.explained() == file.explained())
                #expect(again.record.facts.policies?.policies.policies.count == 40)
            }
            // They are others now: what was kept is not what would be asked.
            let later = try await child.authorize(100, mcc: 5_812)
            #expect(try await server.expectSameBytes(later.decisionID).text.contains("Changed 7"))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("was made by one state of the policies, which change meanwhile", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let goal = try await Self.goal(of: child, parent)
            let answers = try await withThrowingTaskGroup(
                of: [API.Guardian.AuthorizeResponse].self
            ) { group in
                group.addTask {
                    for number in 0..<6 {
                        let state: API.Guardian.PolicyStep = number % 3 == 2 ? .shadow : .live
                        try await parent.asked(
                            "Policy \(number)",
                            when: Self.condition(number, 50 + number, goal),
                            as: state
                        )
                    }
                    return []
                }
                for member in [parent, child, child] {
                    group.addTask {
                        var answers: [API.Guardian.AuthorizeResponse] = []
                        for cents: Int64 in 1...8 {
                            answers.append(try await member.authorize(cents * 10_000))
                        }
                        return answers
                    }
                }
                return try await group.reduce([], +)
            }
            #expect(answers.count == 24)
            for answer in answers {
                let file = try await server.expectSameBytes(answer.decisionID)
                let policies = file.record.facts.policies?.policies.policies ?? []
                let live = policies.count { $0.state == .live }
                let first = answer.policyEntries.first
                #expect((first == nil) == (live == 0))
                #expect(first?.hasPrefix("pass \(live) polic") ?? true)
                #expect((file.record.policies == nil) == policies.isEmpty)
            }
            let last = try await child.authorize(100)
            let file = try await server.expectSameBytes(last.decisionID)
            #expect(file.record.facts.policies?.policies.policies.count == 6)
            #expect(try await server.faultInBooks() == nil)
        }
    }
}
