import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@Suite("The demo household")
struct DemoHouseholdTests {
    @Test("is made once, and left as it is", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await withServer(engine) { server in
            #expect(try await server.operations.createDemoHousehold(seed: 1, server.call()))
            let made = try await server.contents()
            #expect(try await !server.operations.createDemoHousehold(seed: 2, server.call()))
            #expect(try await server.contents() == made)
        }
    }

    @Test("has two policies for one child, and one in shadow that nobody hears of")
    func policies() async throws {
        try await withServer(.sqlite) { server in
            _ = try await server.operations.createDemoHousehold(seed: 1, server.call())
            let apps = try DemoHousehold.signIns.map { _ in try server.app() }
            for (app, person) in zip(apps, DemoHousehold.signIns) {
                try await app.session.loginMember(
                    email: person.email,
                    password: DemoHousehold.password
                )
            }
            let policies = try await apps[0].guardian.listPolicies().policies
            #expect(policies.map(\.state) == [.live, .live, .shadow])
            #expect(policies.prefix(2).allSatisfy { $0.userID != nil })
            var traces: [[String]] = []
            for app in apps {
                let answer = try await app.guardian.authorizePurchase(
                    amountCents: 700,
                    merchant: "Corner Books",
                    category: "gifts"
                )
                traces.append(answer.trace.map(\.check))
            }
            #expect(traces.map { $0.contains("policy") } == [false, false, false, true])
            let large = try await apps[3].guardian.authorizePurchase(
                amountCents: 6_001,
                merchant: "Corner Books",
                category: "gifts"
            )
            #expect(!large.isApproved && large.trace.last?.detail.contains("60.00") == true)
            for app in apps { await app.shutdown() }
        }
    }

    @Test("gives a child what its page shows, and its parents what waits", arguments: Engine.all)
    func children(engine: Engine) async throws {
        try await withServer(engine) { server in
            _ = try await server.operations.createDemoHousehold(seed: 1, server.call())
            let (ana, cleo) = (try server.app(), try server.app())
            for (app, person) in zip([ana, cleo], [0, 2].map { DemoHousehold.signIns[$0] }) {
                try await app.session.loginMember(
                    email: person.email,
                    password: DemoHousehold.password
                )
            }
            let own = try await cleo.call(API.Allowance.childDashboard)
            // $60.00, of which $30.00 went into the skateboard, and $3.00 for the dishwasher.
            #expect(own.firstName == "Cleo" && own.currentBalance.minor == 3_300)
            let request = API.Allowance.ChildRequest(childID: own.childID)
            let goal = try await cleo.call(API.Allowance.listGoals, request).goals.first
            #expect(goal?.name == "Skateboard" && goal?.progressPercent == 33)
            let schedule = try await cleo.call(API.Allowance.getSchedule, request)
            #expect(schedule.nextAllowanceDate != nil && schedule.weekday == .friday)
            let chores = try await cleo.call(
                API.Allowance.listChores,
                API.Allowance.ChoresRequest(childID: own.childID)
            ).chores
            #expect(chores.map(\.state) == [.assigned, .done, .approved])
            let asked = try await ana.call(
                API.Allowance.listMoneyRequests,
                API.Allowance.MoneyRequestsRequest(state: .pending)
            ).requests
            #expect(asked.map(\.purpose) == ["Class trip"])
            let purchases = try await ana.call(
                API.Guardian.listApprovals,
                API.Guardian.ApprovalsRequest(state: .pending)
            )
            #expect(purchases.map(\.merchant) == ["Skate House"])
            for app in [ana, cleo] { await app.shutdown() }
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("that was begun and not finished is told, and nothing is added", arguments: Engine.all)
    func half(engine: Engine) async throws {
        try await withServer(engine) { server in
            _ = try await server.operations.identity.createUser(
                email: DemoHousehold.signIns[0].email,
                password: Password(DemoHousehold.password),
                firstName: "Ana",
                lastName: "Demo",
                timeZone: nil,
                server.call()
            )
            let before = try await server.contents()
            let problem = await #expect(throws: Problem.self) {
                try await server.operations.createDemoHousehold(seed: 1, server.call())
            }
            #expect(problem?.kind == .conflict)
            #expect(try await server.contents() == before)
        }
    }
}
