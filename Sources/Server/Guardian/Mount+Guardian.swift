import Contract
import Operations

extension Mount {
    /// Serves purchases, limits, places and cards.
    mutating func serveGuardian(
        _ guardian: GuardianOperations,
        _ insights: InsightsOperations
    ) {
        // The router compares names in this order, and purchases come most often.
        serve(API.Guardian.authorizePurchase, guardian.authorizePurchase)
        serve(API.Guardian.root) { _, _ in try await guardian.checkHealth() }
        serve(API.Guardian.health) { _, _ in try await guardian.checkHealth() }
        serve(API.Guardian.scoreTransaction, guardian.scoreTransaction)
        serve(API.Guardian.getProfile, guardian.getProfile)
        serve(API.Guardian.setProfile, guardian.setProfile)
        serve(API.Guardian.giveFeedback, guardian.giveFeedback)
        serve(API.Guardian.createOverride, guardian.createOverride)
        serve(API.Guardian.listRules, guardian.listRules)
        serve(API.Guardian.setRule, guardian.setRule)
        serve(API.Guardian.deleteRule, guardian.deleteRule)
        serve(API.Guardian.listGeofences, guardian.listGeofences)
        serve(API.Guardian.createGeofence, guardian.createGeofence)
        serve(API.Guardian.deleteGeofence, guardian.deleteGeofence)
        serve(API.Guardian.updateLocation, guardian.updateLocation)
        serve(API.Guardian.checkLocation, guardian.checkLocation)
        serve(API.Guardian.checkLocationByQuery, guardian.checkLocation)
        serve(API.Guardian.spendingSummary, insights.spendingSummary)
        serve(API.Guardian.spendingByCategory, insights.spendingByCategory)
        serve(API.Guardian.spendingByDay, insights.spendingByDay)
        serve(API.Guardian.spendingByMerchant, insights.spendingByMerchant)
        serve(API.Guardian.rulesProgress, guardian.rulesProgress)
        serve(API.Guardian.listOverrides, guardian.listOverrides)
        serve(API.Guardian.assessPurchase, guardian.assessPurchase)
        serve(API.Guardian.coachPurchase, guardian.coachPurchase)
        serve(API.Guardian.listApprovals, guardian.listApprovals)
        serve(API.Guardian.decideApproval, guardian.decideApproval)
        serve(API.Guardian.listDecisions, guardian.listDecisions)
        serve(API.Guardian.getDecision, guardian.getDecision)
        serveEvents()
        serve(API.Guardian.chargeCard, guardian.chargeCard)
        serve(API.Guardian.createCardIntent, guardian.createCardIntent)
        serve(API.Guardian.confirmCard, guardian.confirmCard)
        serve(API.Guardian.defaultFundingSource, guardian.defaultFundingSource)
        serve(API.Guardian.setWalletSource, guardian.setWalletSource)
        serve(API.Guardian.deleteWalletSource, guardian.deleteWalletSource)
        servePolicies(guardian)
    }

    /// Serves policies.
    private mutating func servePolicies(_ guardian: GuardianOperations) {
        serve(API.Guardian.listPolicies, guardian.listPolicies)
        serve(API.Guardian.createPolicy, guardian.createPolicy)
        serve(API.Guardian.getPolicy, guardian.getPolicy)
        serve(API.Guardian.updatePolicy, guardian.updatePolicy)
        serve(API.Guardian.setPolicyState, guardian.setPolicyState)
        serve(API.Guardian.getPolicyShadow, guardian.getPolicyShadow)
        serve(API.Guardian.backtestPolicies, guardian.backtestPolicies)
        serve(API.Guardian.getFriction, guardian.getFriction)
        serve(API.Guardian.setFriction, guardian.setFriction)
    }
}
