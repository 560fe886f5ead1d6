import Contract
import Kernel
import Observation
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("The observable models")
struct ModelTests {
    @Test("of a session follow it, from whatever side it changes")
    func session() async throws {
        try await ModelFamily.with { family in
            let purser = try family.server.app()
            let model = SessionModel(purser)
            await untilShown { model.state == .signedOut(.none) }
            #expect(!(await model.signIn(email: "parent@example.com", password: "wrong")))
            #expect(model.error?.kind == .unauthorized && !model.isBusy)
            model.dismissError()
            #expect(model.error == nil)
            #expect(await model.signIn(email: "parent@example.com", password: "password123"))
            await untilShown { model.isSignedIn }
            try await purser.session.signOut()
            await untilShown { model.state == .signedOut(.byMember) }
            #expect(await model.signIn(email: "parent@example.com", password: "password123"))
            await untilShown { model.isSignedIn }
            #expect(await model.signOut())
            await untilShown { !model.isSignedIn }
            await purser.shutdown()
        }
    }

    @Test(
        "of a budget colour what is spent",
        arguments: [
            (0, 20_000, 0, .green), (13_999, 20_000, 69, .green),
            (14_000, 20_000, 70, .yellow), (18_000, 20_000, 90, .yellow),
            (18_001, 20_000, 90, .red), (30_000, 20_000, 150, .red),
            (0, 0, 100, .red),
        ] as [(Int64, Int64, Int, Level)]
    )
    func levels(spent: Int64, limit: Int64, percent: Int, level: Level) {
        let progress = BudgetProgress(
            API.Guardian.RuleProgress(
                category: "fast_food",
                limitCents: limit,
                spentMTDCents: spent,
                remainingCents: nil,
                utilization: nil
            )
        )
        #expect(progress.level == level)
        #expect(progress.percent == percent)
        #expect((0...1).contains(progress.fraction))
        #expect(progress.title == "Fast Food")
        #expect(progress.isBlocked == (limit == 0))
    }

    @Test("of a budget show a child's limits, and nothing once the member is gone")
    func budget() async throws {
        try await ModelFamily.with { family in
            let model = BudgetProgressModel(family.app, of: MemberReference(family.child.id.text))
            let changes = Counter()
            withObservationTracking {
                _ = model.phase
            } onChange: {
                changes.up()
            }
            await model.load()
            #expect(changes.value == 1)
            #expect(model.isEmpty)
            try await family.decline()
            await model.refresh()
            #expect(model.phase.value?.map(\.id) == ["fun"])
            #expect(!model.isEmpty)
            family.network.isDown = true
            await model.refresh()
            #expect(model.phase.error?.kind == .network(.offline))
            #expect(model.phase.value?.count == 1)
            family.network.isDown = false
            try await family.app.session.signOut()
            await untilShown { model.phase == .idle }
            await model.load()
            #expect(model.phase.error?.kind == .unauthorized)
        }
    }

    @Test("of a purchase ask the server, and take a purchase for the same until it answered")
    func purchase() async throws {
        try await ModelFamily.with { family in
            let model = PurchaseCheckModel(family.app)
            #expect(!model.isComplete)
            (model.amountCents, model.merchant, model.category) = (5_000, "Arcade", "fun")
            #expect(model.isComplete)
            family.network.losesAnswers = true
            await model.check()
            #expect(model.verdict.error?.kind == .network(.connectionLost))
            family.network.losesAnswers = false
            await model.check()
            #expect(model.verdict.value?.decision == .approve)
            #expect(model.verdict.value?.reason == .ok)
            let decisions = try await family.rows(of: "decisions")
            #expect(decisions == 1)
            // After an answer it is another purchase.
            await model.check()
            #expect(try await family.rows(of: "decisions") == 2)
            await model.askForScore()
            #expect(model.score.value.map { (0...1).contains($0.pAvoid) } == true)
            model.amountCents = 0
            #expect(model.verdict == .idle && model.score == .idle)
            await model.check()
            #expect(model.verdict.error?.kind == .invalid)
            model.reset()
            #expect(model.merchant.isEmpty && model.verdict == .idle)
        }
    }

    @Test("of a purchase advise by what the device knows where the server cannot be reached")
    func advice() async throws {
        try await ModelFamily.with { family in
            try await family.app.device.refreshFacts()
            let model = PurchaseCheckModel(family.app)
            (model.amountCents, model.merchant) = (5_000, "Arcade")
            family.network.isDown = true
            await model.check()
            guard case .advised(let advice)? = model.verdict.value else {
                Issue.record("\(model.verdict)")
                return
            }
            #expect(advice.reason == .ok)
            #expect(model.verdict.value?.message == nil)
            family.network.isDown = false
            await model.check()
            guard case .decided? = model.verdict.value else {
                Issue.record("\(model.verdict)")
                return
            }
            try await family.app.session.signOut()
            await untilShown { model.verdict == .idle && model.merchant.isEmpty }
        }
    }

    @Test("of requests decide each once, and show what became of it")
    func approvals() async throws {
        try await ModelFamily.with { family in
            try await family.decline(500, 600, 700)
            let model = ApprovalsModel(family.app)
            await model.load()
            #expect(model.pending.map(\.amountCents) == [700, 600, 500])
            let ids = model.pending.map(\.id)
            family.network.losesAnswers = true
            #expect(!(await model.approve(ids[0])))
            #expect(model.error?.kind == .network(.connectionLost))
            #expect(model.pending.count == 3 && model.decidedID == nil)
            family.network.losesAnswers = false
            #expect(await model.approve(ids[0]))
            #expect(model.error == nil)
            #expect(await model.decline(ids[1]))
            #expect(model.phase.value?.map(\.state) == [.approved, .refused, .pending])
            #expect(try await family.rows(of: "overrides") == 1)
            // Another parent was quicker.
            _ = try await family.app.guardian.decideApproval(id: ids[2], decision: .refuse)
            #expect(!(await model.approve(ids[2])))
            #expect(model.error?.kind == .conflict)
            await model.refresh()
            #expect(model.pending.isEmpty)
        }
    }

    @Test("of requests follow what happens")
    func following() async throws {
        try await ModelFamily.with { family in
            try await family.decline(500)
            let model = ApprovalsModel(family.app)
            let task = Task { try await model.follow() }
            await untilShown { model.pending.count == 1 }
            _ = try await family.childApp.guardian.authorizePurchase(
                amountCents: 600,
                merchant: "Arcade",
                category: "fun"
            )
            await untilShown { model.pending.map(\.amountCents) == [600, 500] }
            let id = model.pending[0].id
            _ = try await family.app.guardian.decideApproval(id: id, decision: .refuse)
            await untilShown { model.pending.map(\.amountCents) == [500] }
            task.cancel()
            try await task.value
            #expect(model.phase.value?.count == 2)
        }
    }

    @Test("of children change them, and show what became of it")
    func children() async throws {
        try await ModelFamily.with { family in
            let model = ChildrenModel(family.app)
            await model.load()
            #expect(model.phase.value?.map(\.childID) == [family.childID])
            #expect(await model.setAllowance(DecimalAmount(minor: 1_500), of: family.childID))
            #expect(model.phase.value?.first?.weeklyAllowance.minor == 1_500)
            let bob = API.Allowance.RegisterChildRequest(
                email: "bob@example.com",
                password: Password("password123"),
                firstName: "Bob",
                lastName: "Doe",
                weeklyAllowance: DecimalAmount(minor: 500)
            )
            #expect(await model.add(bob))
            #expect(model.phase.value?.count == 2)
            #expect(!(await model.add(bob)))
            #expect(model.error != nil && !model.isBusy)
            model.dismissError()
            #expect(await model.remove(family.childID))
            #expect(model.phase.value?.map(\.firstName) == ["Bob"])
            try await family.app.session.signOut()
            await untilShown { model.phase == .idle }
        }
    }

    @Test("of a wallet move money once, though the answer got lost")
    func wallet() async throws {
        try await ModelFamily.with { family in
            let model = ChildWalletModel(family.app, childID: family.childID)
            await model.load()
            #expect(model.phase.value?.balance.currentBalance.minor == 0)
            let gift = DecimalAmount(minor: 2_000)
            family.network.losesAnswers = true
            #expect(!(await model.addTransaction(.credit, amount: gift, description: "Gift")))
            #expect(model.error?.kind == .network(.connectionLost))
            family.network.losesAnswers = false
            #expect(await model.addTransaction(.credit, amount: gift, description: "Gift"))
            #expect(model.error == nil)
            #expect(model.phase.value?.balance.currentBalance == gift)
            #expect(model.phase.value?.transactions.count == 1)
            // The same figures once more are another gift, once the first was answered.
            #expect(await model.addTransaction(.credit, amount: gift, description: "Gift"))
            #expect(model.phase.value?.balance.currentBalance.minor == 4_000)
            let much = DecimalAmount(minor: 9_999)
            #expect(!(await model.addTransaction(.debit, amount: much, description: "Bike")))
            #expect(model.error?.kind == .insufficientFunds)
            #expect(model.phase.value?.balance.currentBalance.minor == 4_000)
        }
    }

    @Test("of a wallet show older movements page by page, none twice")
    func pages() async throws {
        try await ModelFamily.with { family in
            for number in 1...25 {
                try await family.app.allowance.createWalletTransaction(
                    childID: family.childID,
                    amount: DecimalAmount(minor: Int64(number)),
                    type: .credit,
                    description: "Gift \(number)"
                )
            }
            let model = ChildWalletModel(family.app, childID: family.childID)
            await model.loadMore()
            #expect(model.phase == .idle)
            await model.load()
            #expect(model.phase.value?.transactions.count == 20)
            #expect(model.phase.value?.hasMore == true)
            // What moves meanwhile shifts the pages.
            try await family.app.allowance.createWalletTransaction(
                childID: family.childID,
                amount: DecimalAmount(minor: 26),
                type: .credit,
                description: "Gift 26"
            )
            await model.loadMore()
            let amounts = model.phase.value?.transactions.map(\.amount.minor)
            #expect(amounts == (1...25).reversed().map { Int64($0) })
            await model.refresh()
            #expect(model.phase.value?.transactions.first?.amount.minor == 26)
        }
    }
}
