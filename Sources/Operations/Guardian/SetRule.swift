import Catalogue
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension GuardianOperations {
    /// Sets the monthly limit of a category, in place of a former one.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may speak for,
    ///   `conflict` for one limit too many; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func setRule(
        _ input: API.Guardian.RuleRequest,
        _ call: Call
    ) async throws -> API.Guardian.Rule {
        let category = GuardianCategory.normalised(input.category)
        return try await writing(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            let isNew = try Rules.limitMinor(of: member, for: category, in: session) == nil
            if isNew, try Rules.count(of: member, in: session) >= Limits.rulesPerMember {
                throw Problem(.conflict, "A member has at most \(Limits.rulesPerMember) limits")
            }
            let (number, _) = try Self.recordRule(
                category,
                input.monthlyLimitCents,
                of: member,
                by: membership.member,
                membership.head,
                call,
                in: session
            )
            return API.Guardian.Rule(
                id: number.value,
                category: category,
                monthlyLimitCents: input.monthlyLimitCents
            )
        }
    }

    /// Sets a limit and records who set it.
    static func recordRule(
        _ category: String,
        _ monthlyLimitMinor: Int64,
        of member: ID<Entity.Member>,
        by author: ID<Entity.Member>,
        _ head: ChainHead,
        _ call: Call,
        in session: any Session
    ) throws -> (number: Serial<Entity.Rule>, head: ChainHead) {
        let number = try Rules.set(
            monthlyLimitMinor,
            of: member,
            for: category,
            now: call.now,
            in: session
        )
        let body = [
            JSON.Member("member", .string(member.text)),
            JSON.Member("category", .string(category)),
            JSON.Member("monthly_limit_minor", .number(String(monthlyLimitMinor))),
        ]
        let subject = String(number.value)
        let edit = Edit(.ruleSet, of: subject, body, in: head.household, by: author, call)
        return (number, try Edits.append(edit, to: head, in: session))
    }
}
