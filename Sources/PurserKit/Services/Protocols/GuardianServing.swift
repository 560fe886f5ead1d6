public import Contract
public import Kernel

/// What ``GuardianService`` does: purchases: limits, decisions and their reasons.
///
/// Code of an app that takes this, and not the service itself, has a stand-in in its tests. Each
/// requirement is the service's own by that name; arguments that it may leave out are named here.
public protocol GuardianServing: Sendable {
    func spendingSummary(
        range: API.Guardian.AnalyticsRange?,
        userID: MemberReference?
    ) async throws -> API.Guardian.Summary
    func spendingByCategory(
        range: API.Guardian.AnalyticsRange?,
        userID: MemberReference?
    ) async throws -> [API.Guardian.CategorySpend]
    func spendingByDay(
        range: API.Guardian.AnalyticsRange?,
        userID: MemberReference?
    ) async throws -> [API.Guardian.DaySpend]
    func spendingByMerchant(
        range: API.Guardian.AnalyticsRange?,
        userID: MemberReference?
    ) async throws -> [API.Guardian.MerchantSpend]
    func listApprovals(
        state: API.Guardian.ApprovalState?
    ) async throws -> [API.Guardian.Approval]
    @discardableResult
    func decideApproval(
        id: Int64,
        decision: API.Guardian.ApprovalDecision
    ) async throws -> Written<API.Guardian.Approval>
    @discardableResult
    func chargeCard(
        amountCents: Int64,
        currency: String?,
        fundingSourceID: Int64?,
        merchant: String?,
        category: String?
    ) async throws -> API.Guardian.ChargeResponse
    func createCardIntent() async throws -> API.Guardian.CardSetup
    @discardableResult
    func confirmCard(
        paymentMethodID: String,
        label: String?
    ) async throws -> API.Guardian.ConfirmedCard
    func defaultFundingSource() async throws -> API.Guardian.FundingSource
    @discardableResult
    func setWalletSource(
        userID: MemberReference
    ) async throws -> Written<API.Guardian.FundingSource>
    @discardableResult
    func deleteWalletSource(
        userID: MemberReference
    ) async throws -> Written<API.Guardian.Status>
    func listDecisions(
        userID: MemberReference?,
        before: ID<Entity.Decision>?,
        limit: Int64?
    ) async throws -> API.Guardian.DecisionList
    func getDecision(_ id: ID<Entity.Decision>) async throws -> API.Guardian.TracedDecision
    func health() async throws -> API.Guardian.Health
    func root() async throws -> API.Guardian.Health
    func listGeofences(
        userID: MemberReference?
    ) async throws -> [API.Guardian.Geofence]
    @discardableResult
    func createGeofence(
        name: String?,
        latitude: Double,
        longitude: Double,
        radiusM: Int64,
        category: String?,
        policy: API.Guardian.GeofencePolicy?,
        userID: MemberReference?
    ) async throws -> Written<API.Guardian.Created>
    @discardableResult
    func deleteGeofence(
        id: Int64,
        userID: MemberReference?
    ) async throws -> Written<API.Guardian.Status>
    @discardableResult
    func updateLocation(
        latitude: Double,
        longitude: Double,
        accuracyM: Double?
    ) async throws -> API.Guardian.LocationUpdated
    func checkLocation(
        userID: MemberReference?,
        lat: Double,
        lon: Double
    ) async throws -> API.Guardian.LocationAnswer
    func checkLocationByQuery(
        userID: MemberReference?,
        lat: Double,
        lon: Double
    ) async throws -> API.Guardian.LocationAnswer
    func listPolicies(
        userID: MemberReference?,
        state: API.Guardian.PolicyState?
    ) async throws -> API.Guardian.PolicyList
    @discardableResult
    func createPolicy(
        _ policy: API.Guardian.PolicyInput
    ) async throws -> Written<API.Guardian.Policy>
    func getPolicy(_ id: ID<Entity.Policy>) async throws -> API.Guardian.Policy
    @discardableResult
    func updatePolicy(
        _ id: ID<Entity.Policy>,
        to policy: API.Guardian.PolicyInput,
        of version: Int64?
    ) async throws -> Written<API.Guardian.Policy>
    @discardableResult
    func setPolicyState(
        _ id: ID<Entity.Policy>,
        to state: API.Guardian.PolicyStep
    ) async throws -> Written<API.Guardian.Policy>
    func getPolicyShadow(
        _ id: ID<Entity.Policy>,
        since: Timestamp?
    ) async throws -> API.Guardian.ShadowReport
    func backtestPolicies(
        _ request: API.Guardian.BacktestRequest
    ) async throws -> API.Guardian.BacktestReport
    func getFriction() async throws -> API.Guardian.StandingFriction
    @discardableResult
    func setFriction(
        looseningHours: Int64
    ) async throws -> Written<API.Guardian.StandingFriction>
    func authorizePurchase(
        amountCents: Int64,
        merchant: String,
        category: String?,
        mcc: Int64?
    ) async throws -> API.Guardian.AuthorizeResponse
    func assessPurchase(
        amountCents: Int64,
        merchant: String,
        category: String?,
        mcc: Int64?,
        userID: MemberReference?
    ) async throws -> API.Guardian.Assessment
    func coachPurchase(
        amountCents: Int64,
        merchant: String,
        category: String?,
        mcc: Int64?
    ) async throws -> API.Guardian.CoachAnswer
    @discardableResult
    func createOverride(
        amountCents: Int64,
        merchant: String,
        userID: MemberReference?
    ) async throws -> Written<API.Guardian.Status>
    func listOverrides(
        range: API.Guardian.AnalyticsRange?,
        userID: MemberReference?
    ) async throws -> [API.Guardian.OverrideRow]
    func listRules(userID: MemberReference?) async throws -> [API.Guardian.Rule]
    @discardableResult
    func setRule(
        category: String,
        monthlyLimitCents: Int64,
        userID: MemberReference?
    ) async throws -> Written<API.Guardian.Rule>
    @discardableResult
    func deleteRule(
        id: Int64,
        userID: MemberReference?
    ) async throws -> Written<API.Guardian.Status>
    func rulesProgress(
        userID: MemberReference?
    ) async throws -> [API.Guardian.RuleProgress]
    func scoreTransaction(
        amount: DecimalAmount,
        merchantName: String,
        mcc: Int64?,
        timestamp: WireTimestamp?,
        channel: API.Guardian.Channel?,
        userID: MemberReference?
    ) async throws -> API.Guardian.ScoreResponse
    @discardableResult
    func giveFeedback(
        decisionID: ID<Entity.Decision>,
        avoidable: Bool
    ) async throws -> Written<API.Guardian.Status>
    func getProfile(userID: MemberReference?) async throws -> API.Guardian.Profile
    @discardableResult
    func setProfile(
        profile: API.Guardian.SpendingProfile,
        monthlyIncomeCents: Int64,
        userID: MemberReference?
    ) async throws -> Written<API.Guardian.Profile>
}

extension GuardianService: GuardianServing {}
