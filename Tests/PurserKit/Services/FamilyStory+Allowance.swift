import Contract
import PurserKit
import Testing

/// Children, wallets and allowances.
extension FamilyStory {
    func family(_ cast: Cast) async throws {
        let (parent, child) = (cast.parent.allowance, cast.child.allowance)
        #expect(try await parent.currentFamily().childrenCount == 1)
        #expect(try await parent.familyMembers().members.count == 2)
        #expect(try await parent.familyChildren().children.map(\.childID) == [cast.childID])
        #expect(try await child.getChild(childID: cast.childID).firstName == "Alice")
        #expect(try await parent.parentDashboard().totalChildren == 1)
        #expect(try await child.childDashboard().childID == cast.childID)
        #expect(try await cast.child.session.currentMember().role == .child)
        #expect(try await cast.parent.session.currentUser().firstName == "John")
    }

    func wallet(_ cast: Cast) async throws {
        let (parent, id) = (cast.parent.allowance, cast.childID)
        try await parent.createWalletTransaction(
            childID: id,
            amount: DecimalAmount(minor: 10_000),
            type: .credit,
            description: "Birthday"
        )
        let balance = try await cast.child.allowance.walletBalance(childID: id)
        #expect(balance.currentBalance == DecimalAmount(minor: 10_000))
        let page = try await parent.walletTransactions(childID: id, limit: 5)
        #expect(page.transactions.map(\.description) == ["Birthday"])
        let allowance = DecimalAmount(minor: 1_250)
        let updated = try await parent.updateAllowance(childID: id, weeklyAllowance: allowance)
            .get()
        #expect(updated.weeklyAllowance == allowance)
    }

    func schedule(_ cast: Cast) async throws {
        let (parent, id) = (cast.parent.allowance, cast.childID)
        try await parent.setSchedule(childID: id, frequency: .weekly, weekday: .friday)
        let schedule = try await cast.child.allowance.getSchedule(childID: id)
        #expect(schedule.weekday == .friday && schedule.amount == DecimalAmount(minor: 1_250))
        #expect(try await parent.pauseSchedule(childID: id, reason: "Holiday").get().isPaused)
        #expect(try await !parent.resumeSchedule(childID: id).get().isPaused)
        #expect(try await !parent.getPool().isLimited)
        try await parent.setPool(balance: DecimalAmount(minor: 50_000))
        let pool = try await parent.depositToPool(amount: DecimalAmount(minor: 500)).get()
        #expect(pool.balance == DecimalAmount(minor: 50_500))
    }

    func jars(_ cast: Cast) async throws {
        let (parent, child, id) = (cast.parent.allowance, cast.child.allowance, cast.childID)
        let split = try await parent.setSplit(childID: id, spend: 50, save: 30, give: 20).get()
            .split
        #expect(split.isWhole)
        try await child.moveBetweenJars(
            childID: id,
            from: .spend,
            to: .save,
            amount: DecimalAmount(minor: 2_000)
        )
        #expect(try await child.getJars(childID: id).save == DecimalAmount(minor: 2_000))
        let price = DecimalAmount(minor: 4_000)
        let goal = try await child.createGoal(childID: id, name: "Bike", targetAmount: price).get()
        let cheaper = DecimalAmount(minor: 2_500)
        try await child.updateGoal(goalID: goal.id, name: "Used bike", targetAmount: cheaper)
        #expect(try await child.listGoals(childID: id).goals.map(\.name) == ["Used bike"])
        try await child.deleteGoal(goalID: goal.id)
        #expect(try await child.listGoals(childID: id).goals.isEmpty)
    }

    func chores(_ cast: Cast) async throws {
        let (parent, child, id) = (cast.parent.allowance, cast.child.allowance, cast.childID)
        let reward = DecimalAmount(minor: 250)
        let chore = try await parent.assignChore(childID: id, title: "Dishes", reward: reward).get()
        try await child.finishChore(choreID: chore.id)
        try await parent.rejectChore(choreID: chore.id, reason: "The pan")
        try await child.finishChore(choreID: chore.id)
        #expect(try await parent.approveChore(choreID: chore.id).get().state == .approved)
        let other = try await parent.assignChore(childID: id, title: "Lawn", reward: reward).get()
        try await parent.deleteChore(choreID: other.id)
        #expect(try await child.listChores(childID: id).chores.map(\.title) == ["Dishes"])
    }

    func requests(_ cast: Cast) async throws {
        let (parent, child) = (cast.parent.allowance, cast.child.allowance)
        let amount = DecimalAmount(minor: 300)
        let first = try await child.requestMoney(amount: amount, purpose: "A book").get()
        let second = try await child.requestMoney(amount: amount, purpose: "Sweets").get()
        let approved = try await parent.approveMoneyRequest(requestID: first.id).get()
        #expect(approved.state == .approved)
        let declined = try await parent.declineMoneyRequest(
            requestID: second.id,
            message: "Not before dinner"
        ).get()
        #expect(declined.state == .declined)
        #expect(try await child.listMoneyRequests().requests.count == 2)
    }
}
