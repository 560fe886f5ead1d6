extension API.Guardian {
    /// The room's endpoints.
    public static let endpoints: [any EndpointDeclaration] =
        [
            root, health,
            scoreTransaction, getProfile, setProfile, giveFeedback,
            authorizePurchase, createOverride,
            listRules, setRule, deleteRule,
            listGeofences, createGeofence, deleteGeofence,
            updateLocation, checkLocation, checkLocationByQuery,
            spendingSummary, spendingByCategory, spendingByDay,
            spendingByMerchant, rulesProgress, listOverrides,
            assessPurchase, coachPurchase,
            listApprovals, decideApproval,
            listDecisions, getDecision,
            chargeCard, createCardIntent, confirmCard,
            defaultFundingSource, setWalletSource, deleteWalletSource,
        ] + policyEndpoints
}
