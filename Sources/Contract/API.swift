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
        Guardian.defaultFundingSource,
        Banking.registerUser, Banking.loginUser, Banking.logoutUser, Banking.currentUser,
        Allowance.registerParent, Allowance.registerChild, Allowance.loginMember,
        Allowance.refreshMember, Allowance.currentMember,
        Identity.exchangeToken,
    ]
}
