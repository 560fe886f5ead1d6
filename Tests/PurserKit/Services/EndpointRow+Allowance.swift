import Contract
import PurserKit

extension EndpointRow {
    /// The methods of children and wallets.
    static let allowance: [EndpointRow] = [
        EndpointRow(API.Allowance.registerChild) {
            try await $0.allowance.registerChild(
                email: $1.email,
                password: $1.password.secret,
                firstName: $1.firstName,
                lastName: $1.lastName,
                weeklyAllowance: $1.weeklyAllowance
            )
        },
        EndpointRow(API.Allowance.currentFamily) { app, _ in
            try await app.allowance.currentFamily()
        },
        EndpointRow(API.Allowance.familyMembers) { app, _ in
            try await app.allowance.familyMembers()
        },
        EndpointRow(API.Allowance.familyChildren) { app, _ in
            try await app.allowance.familyChildren()
        },
        EndpointRow(API.Allowance.getChild) {
            try await $0.allowance.getChild(childID: $1.childID)
        },
        EndpointRow(API.Allowance.updateAllowance) {
            try await $0.allowance.updateAllowance(
                childID: $1.childID,
                weeklyAllowance: $1.weeklyAllowance
            )
        },
        EndpointRow(API.Allowance.removeParent) {
            try await $0.allowance.removeParent(
                memberID: $1.memberID,
                password: $1.password?.secret,
                code: $1.code
            )
        },
        EndpointRow(API.Allowance.removeChild) {
            try await $0.allowance.removeChild(childID: $1.childID)
        },
        EndpointRow(API.Allowance.walletTransactions) {
            try await $0.allowance.walletTransactions(
                childID: $1.childID,
                limit: $1.limit?.value,
                offset: $1.offset?.value
            )
        },
        EndpointRow(API.Allowance.createWalletTransaction) {
            try await $0.allowance.createWalletTransaction(
                childID: $1.childID,
                amount: $1.amount,
                type: $1.type,
                description: $1.description
            )
        },
        EndpointRow(API.Allowance.walletBalance) {
            try await $0.allowance.walletBalance(childID: $1.childID)
        },
        EndpointRow(API.Allowance.parentDashboard) { app, _ in
            try await app.allowance.parentDashboard()
        },
        EndpointRow(API.Allowance.childDashboard) { app, _ in
            try await app.allowance.childDashboard()
        },
        EndpointRow(API.Allowance.getSchedule) {
            try await $0.allowance.getSchedule(childID: $1.childID)
        },
        EndpointRow(API.Allowance.setSchedule) {
            try await $0.allowance.setSchedule(
                childID: $1.childID,
                frequency: $1.frequency,
                weekday: $1.weekday,
                dayOfMonth: $1.dayOfMonth,
                amount: $1.amount
            )
        },
        EndpointRow(API.Allowance.pauseSchedule) {
            try await $0.allowance.pauseSchedule(childID: $1.childID, reason: $1.reason)
        },
        EndpointRow(API.Allowance.resumeSchedule) {
            try await $0.allowance.resumeSchedule(childID: $1.childID)
        },
        EndpointRow(API.Allowance.getPool) { app, _ in try await app.allowance.getPool() },
        EndpointRow(API.Allowance.setPool) { try await $0.allowance.setPool(balance: $1.balance) },
        EndpointRow(API.Allowance.depositToPool) {
            try await $0.allowance.depositToPool(amount: $1.amount)
        },
        EndpointRow(API.Allowance.getJars) { try await $0.allowance.getJars(childID: $1.childID) },
        EndpointRow(API.Allowance.setSplit) {
            try await $0.allowance.setSplit(
                childID: $1.childID,
                spend: $1.spend,
                save: $1.save,
                give: $1.give
            )
        },
        EndpointRow(API.Allowance.moveBetweenJars) {
            try await $0.allowance.moveBetweenJars(
                childID: $1.childID,
                from: $1.from,
                to: $1.to,
                amount: $1.amount
            )
        },
        EndpointRow(API.Allowance.listGoals) {
            try await $0.allowance.listGoals(childID: $1.childID)
        },
        EndpointRow(API.Allowance.createGoal) {
            try await $0.allowance.createGoal(
                childID: $1.childID,
                name: $1.name,
                targetAmount: $1.targetAmount
            )
        },
        EndpointRow(API.Allowance.updateGoal) {
            try await $0.allowance.updateGoal(
                goalID: $1.goalID,
                name: $1.name,
                targetAmount: $1.targetAmount
            )
        },
        EndpointRow(API.Allowance.deleteGoal) {
            try await $0.allowance.deleteGoal(goalID: $1.goalID)
        },
        EndpointRow(API.Allowance.assignChore) {
            try await $0.allowance.assignChore(
                childID: $1.childID,
                title: $1.title,
                reward: $1.reward
            )
        },
        EndpointRow(API.Allowance.listChores) {
            try await $0.allowance.listChores(childID: $1.childID, state: $1.state)
        },
        EndpointRow(API.Allowance.finishChore) {
            try await $0.allowance.finishChore(choreID: $1.choreID)
        },
        EndpointRow(API.Allowance.approveChore) {
            try await $0.allowance.approveChore(choreID: $1.choreID)
        },
        EndpointRow(API.Allowance.rejectChore) {
            try await $0.allowance.rejectChore(choreID: $1.choreID, reason: $1.reason)
        },
        EndpointRow(API.Allowance.deleteChore) {
            try await $0.allowance.deleteChore(choreID: $1.choreID)
        },
        EndpointRow(API.Allowance.requestMoney) {
            try await $0.allowance.requestMoney(amount: $1.amount, purpose: $1.purpose)
        },
        EndpointRow(API.Allowance.listMoneyRequests) {
            try await $0.allowance.listMoneyRequests(state: $1.state)
        },
        EndpointRow(API.Allowance.approveMoneyRequest) {
            try await $0.allowance.approveMoneyRequest(requestID: $1.requestID, message: $1.message)
        },
        EndpointRow(API.Allowance.declineMoneyRequest) {
            try await $0.allowance.declineMoneyRequest(requestID: $1.requestID, message: $1.message)
        },
    ]
}
