import Contract
import Kernel
import SQL
import Store

/// What the children of the demo household have, save for, do and ask for, so that their pages and
/// what waits for their parents are there to look at.
enum DemoChildren {
    /// A chore, and how far it is.
    struct Chore {
        let title: String
        let reward: Int64
        let state: API.Allowance.ChoreState
    }

    /// A child, with amounts in cents.
    struct Entry {
        let allowance: Int64
        let gift: (minor: Int64, text: String)
        let goal: (name: String, minor: Int64)
        let saved: Int64
        let chores: [Chore]
        let asked: (minor: Int64, purpose: String)?
        /// What it asks to buy; more than half of its limit, so that a parent is asked.
        let purchase: (minor: Int64, merchant: String)?
    }

    /// The first child has much under way, and the second a little.
    static let all = [
        Entry(
            allowance: 1_250,
            gift: (6_000, "Birthday, from Grandma"),
            goal: ("Skateboard", 9_000),
            saved: 3_000,
            chores: [
                Chore(title: "Empty the dishwasher", reward: 300, state: .approved),
                Chore(title: "Walk Rex", reward: 150, state: .done),
                Chore(title: "Water the plants", reward: 200, state: .assigned),
            ],
            asked: (800, "Class trip"),
            purchase: (11_500, "Skate House")
        ),
        Entry(
            allowance: 1_000,
            gift: (1_500, "Birthday, from Grandma"),
            goal: ("Kite", 2_400),
            saved: 500,
            chores: [Chore(title: "Feed the cat", reward: 100, state: .assigned)],
            asked: nil,
            purchase: nil
        ),
    ]
}

extension Operations {
    /// Gives the demo household's children what their pages show, as their first parent and as
    /// themselves.
    func makeDemoChildren(
        by parent: ID<Entity.Member>,
        _ children: [ID<Entity.Member>],
        _ call: Call
    ) async throws {
        for (member, entry) in zip(children, DemoChildren.all) {
            let profile = try await database.read { session in
                try Children.find(of: member, in: session).orNotFound().id
            }
            var chores: [(id: ID<Entity.Chore>, state: API.Allowance.ChoreState)] = []
            try await acting(as: parent, call) { call in
                try await setDemoTerms(entry, of: profile, call)
                for chore in entry.chores {
                    let request = API.Allowance.ChoreRequest(
                        childID: profile,
                        title: chore.title,
                        reward: DecimalAmount(minor: chore.reward)
                    )
                    let made = try await allowance.assignChore(request, call)
                    chores.append((made.id, chore.state))
                }
            }
            try await acting(as: member, call) { call in
                try await doDemoDeeds(entry, of: profile, call)
                for chore in chores where chore.state != .assigned {
                    _ = try await allowance.finishChore(.init(choreID: chore.id), call)
                }
            }
            try await acting(as: parent, call) { call in
                for chore in chores where chore.state == .approved {
                    _ = try await allowance.approveChore(.init(choreID: chore.id), call)
                }
            }
        }
    }

    private func setDemoTerms(
        _ entry: DemoChildren.Entry,
        of child: ID<Entity.Child>,
        _ call: Call
    ) async throws {
        _ = try await allowance.setSchedule(
            API.Allowance.ScheduleRequest(
                childID: child,
                frequency: .weekly,
                weekday: .friday,
                amount: DecimalAmount(minor: entry.allowance)
            ),
            call
        )
        _ = try await allowance.setSplit(.init(childID: child, spend: 60, save: 30, give: 10), call)
        _ = try await allowance.createWalletTransaction(
            API.Allowance.CreateTransactionRequest(
                childID: child,
                amount: DecimalAmount(minor: entry.gift.minor),
                type: .credit,
                description: entry.gift.text
            ),
            call
        )
    }

    private func doDemoDeeds(
        _ entry: DemoChildren.Entry,
        of child: ID<Entity.Child>,
        _ call: Call
    ) async throws {
        _ = try await allowance.createGoal(
            API.Allowance.GoalRequest(
                childID: child,
                name: entry.goal.name,
                targetAmount: DecimalAmount(minor: entry.goal.minor)
            ),
            call
        )
        _ = try await allowance.moveBetweenJars(
            API.Allowance.JarMoveRequest(
                childID: child,
                from: .spend,
                to: .save,
                amount: DecimalAmount(minor: entry.saved)
            ),
            call
        )
        if let asked = entry.asked {
            _ = try await allowance.requestMoney(
                .init(amount: DecimalAmount(minor: asked.minor), purpose: asked.purpose),
                call
            )
        }
        if let purchase = entry.purchase {
            _ = try await guardian.authorizePurchase(
                API.Guardian.AuthorizeRequest(
                    amountCents: purchase.minor,
                    merchant: purchase.merchant,
                    category: "fun"
                ),
                call
            )
        }
    }

    /// Runs `work` as a member, signed in for no longer than that.
    func acting(
        as member: ID<Entity.Member>,
        _ call: Call,
        _ work: (Call) async throws -> Void
    ) async throws {
        let bearer = try await database.write { session in
            let member = try Members.find(member, in: session).orNotFound()
            let signIn: ID<Entity.Session> = call.newID()
            _ = try IdentityOperations.begin(signIn, for: member, call, in: session)
            return SignedIn(member, session: signIn)
        }
        try await work(
            Call(caller: .member(bearer), now: call.now, ids: call.ids, trace: call.trace)
        )
        _ = try await database.write { session in
            try Sessions.end(
                bearer.session,
                of: bearer.member,
                because: "signed out",
                now: call.now,
                in: session
            )
        }
    }
}
