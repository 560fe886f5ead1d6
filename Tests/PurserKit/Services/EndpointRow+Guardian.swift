import Contract
import PurserKit

extension EndpointRow {
    /// The methods of purchases.
    static let guardian: [EndpointRow] = [
        EndpointRow(API.Guardian.root) { app, _ in try await app.guardian.root() },
        EndpointRow(API.Guardian.health) { app, _ in try await app.guardian.health() },
        EndpointRow(API.Guardian.scoreTransaction) {
            try await $0.guardian.scoreTransaction(
                amount: $1.amount,
                merchantName: $1.merchantName,
                mcc: $1.mcc,
                timestamp: $1.timestamp,
                channel: $1.channel,
                userID: $1.userID
            )
        },
        EndpointRow(API.Guardian.getProfile) {
            try await $0.guardian.getProfile(userID: $1.userID)
        },
        EndpointRow(API.Guardian.setProfile) {
            try await $0.guardian.setProfile(
                profile: $1.profile,
                monthlyIncomeCents: $1.monthlyIncomeCents,
                userID: $1.userID
            )
        },
        EndpointRow(API.Guardian.giveFeedback) {
            try await $0.guardian.giveFeedback(decisionID: $1.decisionID, avoidable: $1.avoidable)
        },
        EndpointRow(API.Guardian.authorizePurchase) {
            try await $0.guardian.authorizePurchase(
                amountCents: $1.amountCents,
                merchant: $1.merchant,
                category: $1.category,
                mcc: $1.mcc
            )
        },
        EndpointRow(API.Guardian.createOverride) {
            try await $0.guardian.createOverride(
                amountCents: $1.amountCents,
                merchant: $1.merchant,
                userID: $1.userID
            )
        },
        EndpointRow(API.Guardian.listRules) { try await $0.guardian.listRules(userID: $1.userID) },
        EndpointRow(API.Guardian.setRule) {
            try await $0.guardian.setRule(
                category: $1.category,
                monthlyLimitCents: $1.monthlyLimitCents,
                userID: $1.userID
            )
        },
        EndpointRow(API.Guardian.deleteRule) {
            try await $0.guardian.deleteRule(id: $1.id, userID: $1.userID)
        },
        EndpointRow(API.Guardian.listGeofences) {
            try await $0.guardian.listGeofences(userID: $1.userID)
        },
        EndpointRow(API.Guardian.createGeofence) {
            try await $0.guardian.createGeofence(
                name: $1.name,
                latitude: $1.latitude,
                longitude: $1.longitude,
                radiusM: $1.radiusM,
                category: $1.category,
                policy: $1.policy,
                userID: $1.userID
            )
        },
        EndpointRow(API.Guardian.deleteGeofence) {
            try await $0.guardian.deleteGeofence(id: $1.id, userID: $1.userID)
        },
        EndpointRow(API.Guardian.updateLocation) {
            try await $0.guardian.updateLocation(
                latitude: $1.latitude,
                longitude: $1.longitude,
                accuracyM: $1.accuracyM
            )
        },
        EndpointRow(API.Guardian.checkLocation) {
            try await $0.guardian.checkLocation(userID: $1.userID, lat: $1.lat, lon: $1.lon)
        },
        EndpointRow(API.Guardian.checkLocationByQuery) {
            try await $0.guardian.checkLocationByQuery(userID: $1.userID, lat: $1.lat, lon: $1.lon)
        },
        EndpointRow(API.Guardian.spendingSummary) {
            try await $0.guardian.spendingSummary(range: $1.range, userID: $1.userID)
        },
        EndpointRow(API.Guardian.spendingByCategory) {
            try await $0.guardian.spendingByCategory(range: $1.range, userID: $1.userID)
        },
        EndpointRow(API.Guardian.spendingByDay) {
            try await $0.guardian.spendingByDay(range: $1.range, userID: $1.userID)
        },
        EndpointRow(API.Guardian.spendingByMerchant) {
            try await $0.guardian.spendingByMerchant(range: $1.range, userID: $1.userID)
        },
        EndpointRow(API.Guardian.rulesProgress) {
            try await $0.guardian.rulesProgress(userID: $1.userID)
        },
        EndpointRow(API.Guardian.listOverrides) {
            try await $0.guardian.listOverrides(range: $1.range, userID: $1.userID)
        },
        EndpointRow(API.Guardian.assessPurchase) {
            try await $0.guardian.assessPurchase(
                amountCents: $1.amountCents,
                merchant: $1.merchant,
                category: $1.category,
                mcc: $1.mcc,
                userID: $1.userID
            )
        },
        EndpointRow(API.Guardian.coachPurchase) {
            try await $0.guardian.coachPurchase(
                amountCents: $1.amountCents,
                merchant: $1.merchant,
                category: $1.category,
                mcc: $1.mcc
            )
        },
        EndpointRow(API.Guardian.listApprovals) {
            try await $0.guardian.listApprovals(state: $1.state)
        },
        EndpointRow(API.Guardian.decideApproval) {
            try await $0.guardian.decideApproval(id: $1.id, decision: $1.decision)
        },
        EndpointRow(API.Guardian.listDecisions) {
            try await $0.guardian.listDecisions(
                userID: $1.userID,
                before: $1.before,
                limit: $1.limit?.value
            )
        },
        EndpointRow(API.Guardian.getDecision) { try await $0.guardian.getDecision($1.id) },
        EndpointRow(API.Guardian.chargeCard) {
            try await $0.guardian.chargeCard(
                amountCents: $1.amountCents,
                currency: $1.currency,
                fundingSourceID: $1.fundingSourceID,
                merchant: $1.merchant,
                category: $1.category
            )
        },
        EndpointRow(API.Guardian.createCardIntent) { app, _ in
            try await app.guardian.createCardIntent()
        },
        EndpointRow(API.Guardian.confirmCard) {
            try await $0.guardian.confirmCard(paymentMethodID: $1.paymentMethodID, label: $1.label)
        },
        EndpointRow(API.Guardian.defaultFundingSource) { app, _ in
            try await app.guardian.defaultFundingSource()
        },
        EndpointRow(API.Guardian.setWalletSource) {
            try await $0.guardian.setWalletSource(userID: $1.userID)
        },
        EndpointRow(API.Guardian.deleteWalletSource) {
            try await $0.guardian.deleteWalletSource(userID: $1.userID)
        },
    ]

    /// The methods of policies.
    static let policies: [EndpointRow] = [
        EndpointRow(API.Guardian.listPolicies) {
            try await $0.guardian.listPolicies(userID: $1.userID, state: $1.state)
        },
        EndpointRow(API.Guardian.createPolicy) { try await $0.guardian.createPolicy($1) },
        EndpointRow(API.Guardian.getPolicy) { try await $0.guardian.getPolicy($1.id) },
        EndpointRow(API.Guardian.updatePolicy) {
            try await $0.guardian.updatePolicy($1.id, to: $1.policy, of: $1.ifMatch?.version)
        },
        EndpointRow(API.Guardian.setPolicyState) {
            try await $0.guardian.setPolicyState($1.id, to: $1.state)
        },
        EndpointRow(API.Guardian.getPolicyShadow) {
            try await $0.guardian.getPolicyShadow($1.id, since: $1.since?.instant)
        },
        EndpointRow(API.Guardian.backtestPolicies) {
            try await $0.guardian.backtestPolicies($1)
        },
        EndpointRow(API.Guardian.getFriction) { app, _ in try await app.guardian.getFriction() },
        EndpointRow(API.Guardian.setFriction) {
            try await $0.guardian.setFriction(looseningHours: $1.looseningHours)
        },
    ]
}
