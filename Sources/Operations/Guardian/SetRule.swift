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
            if isNew { try Self.requireRoomForRule(of: member, in: session) }
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

    /// Refuses one limit too many.
    static func requireRoomForRule(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        guard try Rules.count(of: member, in: session) < Limits.rulesPerMember else {
            throw Problem(.conflict, "A member has at most \(Limits.rulesPerMember) limits")
        }
    }

    /// Sets a limit and records who set it.
    ///
    /// `id`: What a new one is copied under; a fresh one unless said.
    static func recordRule(
        _ category: String,
        _ monthlyLimitMinor: Int64,
        of member: ID<Entity.Member>,
        id: ID<Entity.Rule>? = nil,
        by author: ID<Entity.Member>,
        _ head: ChainHead,
        _ call: Call,
        in session: any Session
    ) throws -> (number: Serial<Entity.Rule>, head: ChainHead) {
        let rule = try Rules.set(
            monthlyLimitMinor,
            of: member,
            for: category,
            id: id ?? call.newID(),
            now: call.now,
            in: session
        )
        let body = [
            JSON.Member("member", .string(member.text)),
            JSON.Member("category", .string(category)),
            JSON.Member("monthly_limit_minor", .number(String(monthlyLimitMinor))),
        ]
        let edit = Edit(
            .ruleSet,
            of: rule.id.text,
            body,
            in: head.household,
            by: author,
            owner: member,
            call
        )
        return (rule.number, try Edits.append(edit, to: head, in: session))
    }
}
