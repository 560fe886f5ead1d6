import Contract
import Operations

extension Mount {
    /// Serves families, wallets and what belongs to them.
    mutating func serveAllowance(_ allowance: AllowanceOperations) {
        serve(API.Allowance.currentFamily, allowance.currentFamily)
        serve(API.Allowance.familyMembers, allowance.familyMembers)
        serve(API.Allowance.removeParent, allowance.removeParent)
        serve(API.Allowance.familyChildren, allowance.familyChildren)
        serve(API.Allowance.getChild, allowance.getChild)
        serve(API.Allowance.updateAllowance, allowance.updateAllowance)
        serve(API.Allowance.removeChild, allowance.removeChild)
        serve(API.Allowance.walletTransactions, allowance.walletTransactions)
        serve(API.Allowance.createWalletTransaction, allowance.createWalletTransaction)
        serve(API.Allowance.walletBalance, allowance.walletBalance)
        serve(API.Allowance.parentDashboard, allowance.parentDashboard)
        serve(API.Allowance.childDashboard, allowance.childDashboard)
        serve(API.Allowance.getSchedule, allowance.getSchedule)
        serve(API.Allowance.setSchedule, allowance.setSchedule)
        serve(API.Allowance.pauseSchedule, allowance.pauseSchedule)
        serve(API.Allowance.resumeSchedule, allowance.resumeSchedule)
        serve(API.Allowance.getPool, allowance.getPool)
        serve(API.Allowance.setPool, allowance.setPool)
        serve(API.Allowance.depositToPool, allowance.depositToPool)
        serve(API.Allowance.getJars, allowance.getJars)
        serve(API.Allowance.setSplit, allowance.setSplit)
        serve(API.Allowance.moveBetweenJars, allowance.moveBetweenJars)
        serve(API.Allowance.listGoals, allowance.listGoals)
        serve(API.Allowance.createGoal, allowance.createGoal)
        serve(API.Allowance.updateGoal, allowance.updateGoal)
        serve(API.Allowance.deleteGoal, allowance.deleteGoal)
        serve(API.Allowance.assignChore, allowance.assignChore)
        serve(API.Allowance.listChores, allowance.listChores)
        serve(API.Allowance.finishChore, allowance.finishChore)
        serve(API.Allowance.approveChore, allowance.approveChore)
        serve(API.Allowance.rejectChore, allowance.rejectChore)
        serve(API.Allowance.deleteChore, allowance.deleteChore)
        serve(API.Allowance.requestMoney, allowance.requestMoney)
        serve(API.Allowance.listMoneyRequests, allowance.listMoneyRequests)
        serve(API.Allowance.approveMoneyRequest, allowance.approveMoneyRequest)
        serve(API.Allowance.declineMoneyRequest, allowance.declineMoneyRequest)
    }
}
