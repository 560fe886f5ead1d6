public import Contract

extension GuardianService {
    /// Lists monthly limits, ordered by id.
    public func listRules(userID: MemberReference? = nil) async throws -> [API.Guardian.Rule] {
        try await purser.call(API.Guardian.listRules, .init(userID: userID))
    }

    /// Sets the monthly limit of a category, in place of a former one.
    @discardableResult
    public func setRule(
        category: String,
        monthlyLimitCents: Int64,
        userID: MemberReference? = nil
    ) async throws -> Written<API.Guardian.Rule> {
        try await purser.write(
            API.Guardian.setRule,
            .init(category: category, monthlyLimitCents: monthlyLimitCents, userID: userID)
        )
    }

    /// Removes a monthly limit.
    @discardableResult
    public func deleteRule(
        id: Int64,
        userID: MemberReference? = nil
    ) async throws -> Written<API.Guardian.Status> {
        try await purser.write(
            API.Guardian.deleteRule,
            .init(id: id, userID: userID)
        )
    }

    /// Tells how much of each monthly limit is spent, ordered by id.
    public func rulesProgress(
        userID: MemberReference? = nil
    ) async throws -> [API.Guardian.RuleProgress] {
        try await purser.call(API.Guardian.rulesProgress, .init(userID: userID))
    }
}
