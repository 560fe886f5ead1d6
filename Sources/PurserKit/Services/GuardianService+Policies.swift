public import Contract
public import Kernel

/// Policies: for which purchases the answer is no, ask or beware.
///
/// ```swift
/// let late = try await purser.guardian.createPolicy(
///     .init(name: "Late", when: .time(from: LocalTime(hour: 21)), then: .ask)
/// ).get()
/// try await purser.guardian.setPolicyState(late.id, to: .shadow)
/// ```
extension GuardianService {
    /// Lists the policies of the household, the oldest first.
    public func listPolicies(
        userID: MemberReference? = nil,
        state: API.Guardian.PolicyState? = nil
    ) async throws -> API.Guardian.PolicyList {
        try await purser.call(API.Guardian.listPolicies, .init(userID: userID, state: state))
    }

    /// Makes a policy as a draft, which nothing asks yet.
    @discardableResult
    public func createPolicy(
        _ policy: API.Guardian.PolicyInput
    ) async throws -> Written<API.Guardian.Policy> {
        try await purser.write(API.Guardian.createPolicy, policy)
    }

    /// Tells a policy, with its change that waits, if there is one.
    public func getPolicy(_ id: ID<Entity.Policy>) async throws -> API.Guardian.Policy {
        try await purser.call(API.Guardian.getPolicy, .init(id))
    }

    /// Changes a policy: at once where it tightens, later where it may let purchases through.
    ///
    /// `version`: That of which the change was made.
    ///
    /// - Returns: The policy as it is now, whose `pending` is the change where that waits.
    @discardableResult
    public func updatePolicy(
        _ id: ID<Entity.Policy>,
        to policy: API.Guardian.PolicyInput,
        of version: Int64? = nil
    ) async throws -> Written<API.Guardian.Policy> {
        try await purser.write(
            API.Guardian.updatePolicy,
            .init(id, policy, ifMatch: version.map { VersionTag($0) })
        )
    }

    /// Makes a policy live, asks it in shadow or ends it; confirms or cancels a change that waits.
    @discardableResult
    public func setPolicyState(
        _ id: ID<Entity.Policy>,
        to state: API.Guardian.PolicyStep
    ) async throws -> Written<API.Guardian.Policy> {
        try await purser.write(API.Guardian.setPolicyState, .init(id, state: state))
    }

    /// Tells what a policy in shadow would have answered.
    ///
    /// `since`: Since it is in shadow when `nil`.
    public func getPolicyShadow(
        _ id: ID<Entity.Policy>,
        since: Timestamp? = nil
    ) async throws -> API.Guardian.ShadowReport {
        try await purser.call(
            API.Guardian.getPolicyShadow,
            .init(id, since: since.map { WireTimestamp($0) })
        )
    }

    /// Tries policies on past purchases, and tells what they would have stopped; stores nothing.
    public func backtestPolicies(
        _ request: API.Guardian.BacktestRequest
    ) async throws -> API.Guardian.BacktestReport {
        try await purser.call(API.Guardian.backtestPolicies, request)
    }

    /// Tells how long what loosens a live policy waits.
    public func getFriction() async throws -> API.Guardian.StandingFriction {
        try await purser.call(API.Guardian.getFriction)
    }

    /// Sets how long what loosens a live policy waits, in hours, 0...168: a longer time at once, a
    /// shorter one after the time that holds now.
    @discardableResult
    public func setFriction(
        looseningHours: Int64
    ) async throws -> Written<API.Guardian.StandingFriction> {
        try await purser.write(API.Guardian.setFriction, .init(looseningHours: looseningHours))
    }
}
