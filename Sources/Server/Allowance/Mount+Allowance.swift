import Contract
import Operations

extension Mount {
    /// Serves families, wallets and what belongs to them.
    mutating func serveAllowance(_ operations: Operations) {
        serve(API.Allowance.currentFamily, operations.currentFamily)
        serve(API.Allowance.familyMembers, operations.familyMembers)
        serve(API.Allowance.removeParent, operations.removeParent)
        serve(API.Allowance.familyChildren, operations.familyChildren)
        serve(API.Allowance.getChild, operations.getChild)
        serve(API.Allowance.updateAllowance, operations.updateAllowance)
        serve(API.Allowance.removeChild, operations.removeChild)
        serve(API.Allowance.walletTransactions, operations.walletTransactions)
        serve(API.Allowance.createWalletTransaction, operations.createWalletTransaction)
        serve(API.Allowance.walletBalance, operations.walletBalance)
        serve(API.Allowance.parentDashboard, operations.parentDashboard)
        serve(API.Allowance.childDashboard, operations.childDashboard)
        serve(API.Allowance.getSchedule, operations.getSchedule)
        serve(API.Allowance.setSchedule, operations.setSchedule)
        serve(API.Allowance.pauseSchedule, operations.pauseSchedule)
        serve(API.Allowance.resumeSchedule, operations.resumeSchedule)
        serve(API.Allowance.getPool, operations.getPool)
        serve(API.Allowance.setPool, operations.setPool)
        serve(API.Allowance.depositToPool, operations.depositToPool)
        serve(API.Allowance.getJars, operations.getJars)
        serve(API.Allowance.setSplit, operations.setSplit)
        serve(API.Allowance.moveBetweenJars, operations.moveBetweenJars)
        serve(API.Allowance.listGoals, operations.listGoals)
        serve(API.Allowance.createGoal, operations.createGoal)
        serve(API.Allowance.updateGoal, operations.updateGoal)
        serve(API.Allowance.deleteGoal, operations.deleteGoal)
        serve(API.Allowance.assignChore, operations.assignChore)
        serve(API.Allowance.listChores, operations.listChores)
        serve(API.Allowance.finishChore, operations.finishChore)
        serve(API.Allowance.approveChore, operations.approveChore)
        serve(API.Allowance.rejectChore, operations.rejectChore)
        serve(API.Allowance.deleteChore, operations.deleteChore)
        serve(API.Allowance.requestMoney, operations.requestMoney)
        serve(API.Allowance.listMoneyRequests, operations.listMoneyRequests)
        serve(API.Allowance.approveMoneyRequest, operations.approveMoneyRequest)
        serve(API.Allowance.declineMoneyRequest, operations.declineMoneyRequest)
    }
}
