public import Contract
import Kernel
import Ledger
import Store

extension GuardianOperations {
    /// Tells how much of each of a member's monthly limits is spent, ordered by the limits' ids.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func rulesProgress(
        _ input: API.Guardian.SubjectRequest,
        _ call: Call
    ) async throws -> [API.Guardian.RuleProgress] {
        try await reading(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            let today = membership.zone.day(of: call.now)
            // The same days of the same sums as a decision goes by, for all limits at once.
            let spent = try SpendRollups.totalsByCategory(
                by: member,
                on: today.month.firstDay...today,
                in: session
            )
            return try Rules.list(of: member, in: session).map { rule in
                API.Guardian.RuleProgress(of: rule, spent[rule.category]?.amountMinor ?? 0)
            }
        }
    }
}

extension API.Guardian.RuleProgress {
    fileprivate init(of rule: RuleRecord, _ spentMinor: Int64) {
        let limit = rule.monthlyLimitMinor
        let isBlocked = limit == 0
        self.init(
            category: rule.category,
            limitCents: limit,
            spentMTDCents: spentMinor,
            remainingCents: isBlocked ? nil : max(0, limit - spentMinor),
            utilization: isBlocked ? nil : Ratio(spentMinor, of: limit)
        )
    }
}
