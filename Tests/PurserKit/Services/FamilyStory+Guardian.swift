import Contract
import Foundation
import PurserKit
import Testing

/// Purchases: limits, decisions and their reasons.
extension FamilyStory {
    func limits(_ cast: Cast) async throws {
        let (parent, child) = (cast.parent.guardian, cast.child.guardian)
        try await parent.setProfile(
            profile: .saver,
            monthlyIncomeCents: 200_000,
            userID: cast.subject
        )
        #expect(try await child.getProfile().profile == .saver)
        let score = try await child.scoreTransaction(
            amount: DecimalAmount(minor: 4_500),
            merchantName: "Steam"
        )
        let decision = try #require(score.decisionID)
        let feedback = try await child.giveFeedback(decisionID: decision, avoidable: true).get()
        #expect(feedback.status == "ok")
        let rule = try await parent.setRule(
            category: "electronics",
            monthlyLimitCents: 10_000,
            userID: cast.subject
        ).get()
        #expect(try await child.listRules() == [rule])
        let deleted = try await parent.deleteRule(id: rule.id, userID: cast.subject).get()
        #expect(deleted.status == "deleted")
        try await parent.setRule(category: "fun", monthlyLimitCents: 0, userID: cast.subject)
        #expect(try await child.rulesProgress().map(\.spendingCategory) == [.fun])
    }

    func places(_ cast: Cast) async throws {
        let (parent, child) = (cast.parent.guardian, cast.child.guardian)
        let made = try await parent.createGeofence(
            name: "Mall",
            latitude: 40.7128,
            longitude: -74.006,
            radiusM: 200,
            policy: .warn,
            userID: cast.subject
        ).get()
        #expect(try await child.listGeofences().map(\.id) == [made.id])
        try await child.updateLocation(latitude: 40.7128, longitude: -74.006, accuracyM: 10)
        #expect(try await child.checkLocation(lat: 40.7128, lon: -74.006).isOK)
        #expect(try await child.checkLocationByQuery(lat: 40.7128, lon: -74.006).isOK)
        try await parent.deleteGeofence(id: made.id, userID: cast.subject)
        #expect(try await child.listGeofences().isEmpty)
    }

    func purchase(_ cast: Cast) async throws {
        let (parent, child) = (cast.parent.guardian, cast.child.guardian)
        let declined = try await child.authorizePurchase(
            amountCents: 5_000,
            merchant: "Starbucks",
            category: "fun"
        )
        #expect(!declined.isApproved && declined.level == .red)
        let asked = try #require(try await parent.listApprovals(state: .pending).first)
        #expect(asked.decisionID == declined.decisionID)
        try await parent.decideApproval(id: asked.id, decision: .approve)
        let approved = try await child.authorizePurchase(
            amountCents: 5_000,
            merchant: "Starbucks",
            category: "fun"
        )
        #expect(approved.reason == .override)
        let decisions = try await parent.listDecisions(userID: cast.subject, limit: 2).decisions
        #expect(decisions.map(\.id) == [approved.decisionID, declined.decisionID])
        #expect(decisions.map(\.amountDollars) == [50, 50])
        let before = try await child.listDecisions(before: approved.decisionID).decisions
        #expect(before.map(\.id) == [declined.decisionID])
        let told = try await parent.getDecision(declined.decisionID)
        #expect(told.trace == declined.trace && told.approval?.state == .approved)
        #expect(told.override?.usedBy == approved.decisionID)
        try await parent.createOverride(
            amountCents: 700,
            merchant: "Cinema",
            userID: cast.subject
        )
        #expect(try await child.listOverrides().map(\.merchant).contains("Cinema"))
        let question = try await child.assessPurchase(
            amountCents: 900,
            merchant: "Steam",
            category: "fun"
        )
        #expect(question.assessment.shouldBlock)
        let advice = try await child.coachPurchase(
            amountCents: 900,
            merchant: "Steam",
            category: "fun"
        )
        #expect(advice.shouldBlock && !advice.message.isEmpty)
    }

    func analytics(_ cast: Cast) async throws {
        let child = cast.child.guardian
        #expect(try await child.spendingSummary(range: .month).authEvents == 2)
        #expect(try await child.spendingByCategory(range: .week).isEmpty)
        #expect(try await child.spendingByDay().isEmpty)
        #expect(try await child.spendingByMerchant(range: .quarter).isEmpty)
    }

    func cards(_ cast: Cast) async throws {
        let (parent, child) = (cast.parent.guardian, cast.child.guardian)
        #expect(try await !child.createCardIntent().clientSecret.isEmpty)
        let card = try await child.confirmCard(paymentMethodID: "card_1", label: "Debit")
        #expect(try await child.defaultFundingSource().id == card.fundingSourceID)
        let wallet = try await parent.setWalletSource(userID: cast.subject).get()
        #expect(wallet.type == .wallet)
        try await parent.deleteWalletSource(userID: cast.subject)
        let decided = try await child.authorizePurchase(
            amountCents: 1_200,
            merchant: "Whole Foods",
            category: "groceries"
        )
        #expect(decided.isApproved)
        let charge = try await child.chargeCard(
            amountCents: 1_200,
            merchant: "Whole Foods",
            category: "groceries"
        )
        #expect(charge.isCharged)
        let reload = cast.child.with { $0.freshness = .reload }.guardian
        #expect(try await reload.spendingByCategory().map(\.spendCents) == [1_200])
    }
}
