/// Every endpoint of Purser, by room.
public enum API {
    /// Purchases: limits, decisions and their reasons (the Guardian Card document).
    public enum Guardian {}
    /// Accounts and transactions, and their sign-in (the Money App document).
    public enum Banking {}
    /// Children, wallets and allowances, and their sign-in (the Allowance Tracker document).
    public enum Allowance {}
    /// One sign-in for all of them.
    public enum Identity {}

    /// Every declared endpoint; the server serves each of them or does not start.
    public static let all: [any EndpointDeclaration] = [
        Guardian.root, Guardian.health,
        Guardian.scoreTransaction, Guardian.getProfile, Guardian.setProfile, Guardian.giveFeedback,
        Guardian.authorizePurchase, Guardian.createOverride,
        Guardian.listRules, Guardian.setRule, Guardian.deleteRule,
        Guardian.listGeofences, Guardian.createGeofence, Guardian.deleteGeofence,
        Guardian.updateLocation, Guardian.checkLocation, Guardian.checkLocationByQuery,
        Guardian.spendingSummary, Guardian.spendingByCategory, Guardian.spendingByDay,
        Guardian.spendingByMerchant, Guardian.rulesProgress, Guardian.listOverrides,
        Guardian.assessPurchase, Guardian.coachPurchase,
        Guardian.listApprovals, Guardian.decideApproval,
        Guardian.chargeCard, Guardian.createCardIntent, Guardian.confirmCard,
        Guardian.defaultFundingSource, Guardian.setWalletSource, Guardian.deleteWalletSource,
        Banking.registerUser, Banking.loginUser, Banking.logoutUser, Banking.currentUser,
        Allowance.registerParent, Allowance.registerChild, Allowance.loginMember,
        Allowance.refreshMember, Allowance.currentMember,
        Allowance.currentFamily, Allowance.familyMembers, Allowance.removeParent,
        Allowance.familyChildren,
        Allowance.getChild, Allowance.updateAllowance, Allowance.removeChild,
        Allowance.walletTransactions, Allowance.createWalletTransaction, Allowance.walletBalance,
        Allowance.parentDashboard, Allowance.childDashboard,
        Allowance.getSchedule, Allowance.setSchedule,
        Allowance.pauseSchedule, Allowance.resumeSchedule,
        Allowance.getPool, Allowance.setPool, Allowance.depositToPool,
        Allowance.getJars, Allowance.setSplit, Allowance.moveBetweenJars,
        Allowance.listGoals, Allowance.createGoal, Allowance.updateGoal, Allowance.deleteGoal,
        Allowance.assignChore, Allowance.listChores, Allowance.finishChore,
        Allowance.approveChore, Allowance.rejectChore, Allowance.deleteChore,
        Allowance.requestMoney, Allowance.listMoneyRequests,
        Allowance.approveMoneyRequest, Allowance.declineMoneyRequest,
        Identity.exchangeToken,
        Identity.changePassword, Identity.changeEmail,
        Identity.getSecondFactor, Identity.beginSecondFactor,
        Identity.confirmSecondFactor, Identity.disableSecondFactor,
        Identity.listSessions, Identity.endSession, Identity.endSessions,
        Identity.createInvitation, Identity.listInvitations, Identity.withdrawInvitation,
        Identity.registerInvited, Identity.listAccountEvents,
        Identity.passkeyOptions, Identity.addPasskey, Identity.listPasskeys,
        Identity.deletePasskey,
    ]
}
