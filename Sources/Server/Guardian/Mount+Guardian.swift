import Contract
import Operations

extension Mount {
    /// Serves purchases, limits, places and cards.
    mutating func serveGuardian(_ operations: Operations) {
        serve(API.Guardian.root) { _, _ in try await operations.checkHealth() }
        serve(API.Guardian.health) { _, _ in try await operations.checkHealth() }
        serve(API.Guardian.scoreTransaction, operations.scoreTransaction)
        serve(API.Guardian.getProfile, operations.getProfile)
        serve(API.Guardian.setProfile, operations.setProfile)
        serve(API.Guardian.giveFeedback, operations.giveFeedback)
        serve(API.Guardian.authorizePurchase, operations.authorizePurchase)
        serve(API.Guardian.createOverride, operations.createOverride)
        serve(API.Guardian.listRules, operations.listRules)
        serve(API.Guardian.setRule, operations.setRule)
        serve(API.Guardian.deleteRule, operations.deleteRule)
        serve(API.Guardian.listGeofences, operations.listGeofences)
        serve(API.Guardian.createGeofence, operations.createGeofence)
        serve(API.Guardian.deleteGeofence, operations.deleteGeofence)
        serve(API.Guardian.updateLocation, operations.updateLocation)
        serve(API.Guardian.checkLocation, operations.checkLocation)
        serve(API.Guardian.checkLocationByQuery, operations.checkLocation)
        serve(API.Guardian.spendingSummary, operations.spendingSummary)
        serve(API.Guardian.spendingByCategory, operations.spendingByCategory)
        serve(API.Guardian.spendingByDay, operations.spendingByDay)
        serve(API.Guardian.spendingByMerchant, operations.spendingByMerchant)
        serve(API.Guardian.rulesProgress, operations.rulesProgress)
        serve(API.Guardian.listOverrides, operations.listOverrides)
        serve(API.Guardian.assessPurchase, operations.assessPurchase)
        serve(API.Guardian.coachPurchase, operations.coachPurchase)
        serve(API.Guardian.listApprovals, operations.listApprovals)
        serve(API.Guardian.decideApproval, operations.decideApproval)
        serveEvents()
        serve(API.Guardian.chargeCard, operations.chargeCard)
        serve(API.Guardian.createCardIntent, operations.createCardIntent)
        serve(API.Guardian.confirmCard, operations.confirmCard)
        serve(API.Guardian.defaultFundingSource, operations.defaultFundingSource)
        serve(API.Guardian.setWalletSource, operations.setWalletSource)
        serve(API.Guardian.deleteWalletSource, operations.deleteWalletSource)
    }
}
