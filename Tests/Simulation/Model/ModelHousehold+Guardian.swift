import Contract
import Kernel

extension ModelHousehold {
    /// What the contract's table says of a purchase.
    private struct Verdict {
        var answer = "APPROVE"
        var reason = "ok"
        var trace: [String] = []
        var limit: Int64?
        var spent: Int64?
        var override: (key: OverrideKey, index: Int)?
    }

    private func verdict(
        on input: API.Guardian.AuthorizeRequest,
        by member: ModelMember,
        _ category: String,
        _ nowMS: Int64
    ) -> Verdict {
        var verdict = Verdict()
        if let rule = member.rules[category] {
            verdict.limit = rule.limit
            verdict.spent = member.spent(category, through: almanac.day(nowMS))
        }
        let key = OverrideKey(
            merchant: Menu.merchant(input.merchant).key,
            amount: input.amountCents
        )
        let usable = (member.overrides[key] ?? []).enumerated()
            .filter { $0.element.isValid(at: nowMS) }
            .min { $0.element.createdAtMS < $1.element.createdAtMS }
        if let usable {
            verdict.override = (key, usable.offset)
            verdict.reason = "override"
            verdict.trace = ["override approve"]
            return verdict
        }
        verdict.trace = ["override pass", "geofence_block skip"]
        if let limit = verdict.limit, let spent = verdict.spent {
            let amount = input.amountCents
            if limit == 0 || spent + amount > limit || 2 * amount > limit {
                verdict.trace.append("rule_limit decline")
                verdict.answer = "DECLINE"
                verdict.reason = "risky"
                return verdict
            }
            verdict.trace.append("rule_limit pass")
        } else {
            verdict.trace.append("rule_limit skip")
        }
        verdict.trace.append("geofence_warn skip")
        return verdict
    }

    mutating func settleAuthorize(
        _ input: API.Guardian.AuthorizeRequest,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = index(of: bearer.member) else { preconditionFailure("callers are known") }
        let category = Menu.category(
            given: input.category,
            merchant: input.merchant,
            mcc: input.mcc
        )
        let expected = verdict(on: input, by: members[index], category, nowMS)
        let body = try Self.answer(outcome, call)
        let answer = try API.Guardian.authorizePurchase.output(of: body)
        let trace = answer.trace.map { "\($0.check) \($0.outcome)" }
        let figures = "limit \(expected.limit ?? -1), spent \(expected.spent ?? -1)"
        try require(
            answer.decision.rawValue == expected.answer
                && answer.reason.rawValue == expected.reason && trace == expected.trace
                && (answer.message != nil) == (expected.answer == "DECLINE"),
            "the decision must be \(expected.answer) \(expected.reason) \(expected.trace) for "
                + "\(category) with \(figures), was \(answer)"
        )
        try require(
            decisions[answer.decisionID] == nil,
            .oneEffectPerKey,
            "two decisions have the id \(answer.decisionID)"
        )
        decisions[answer.decisionID] = ModelDecision(
            member: bearer.member,
            amount: input.amountCents,
            category: category,
            answer: expected.answer,
            reason: expected.reason,
            limit: expected.limit,
            spent: expected.spent,
            decidedAtMS: nowMS
        )
        links += 1
        guard let used = expected.override else { return }
        members[index].overrides[used.key]?.remove(at: used.index)
        usedOverrides += 1
    }

    /// The member a reference names for a caller; `nil` when that is nobody.
    private func subject(_ reference: MemberReference?, _ bearer: Bearer) -> Int? {
        guard let text = reference?.text else { return index(of: bearer.member) }
        let named = members.firstIndex { member in
            member.id.text == text || member.number.map { String($0) } == text
        }
        guard let named, let caller = index(of: bearer.member) else { return nil }
        if named == caller { return named }
        return members[caller].isParent && !members[named].isParent ? named : nil
    }

    mutating func settleRule(
        _ input: API.Guardian.RuleRequest,
        _ bearer: Bearer,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = subject(input.userID, bearer) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        let former = members[index].rules[input.category]
        guard former != nil || members[index].rules.count < 200 else {
            return try expectRefusal(.conflict, outcome, call)
        }
        let body = try Self.answer(outcome, call)
        let rule = try API.Guardian.setRule.output(of: body)
        try require(
            rule.category == input.category && rule.monthlyLimitCents == input.monthlyLimitCents
                && former.map { $0.number == rule.id } ?? true,
            "the limit \(input) was set over \(former.map { "\($0)" } ?? "none"), gave \(rule)"
        )
        members[index].rules[input.category] = ModelRule(
            number: rule.id,
            limit: input.monthlyLimitCents
        )
        links += 1
    }

    func settleList(
        _ input: API.Guardian.SubjectRequest,
        _ call: PlannedCall,
        _ outcome: Outcome
    ) throws {
        guard let bearer = call.bearer, isLive(bearer) else {
            return try expectRefusal(.unauthenticated, outcome, call)
        }
        guard let index = subject(input.userID, bearer) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        let expected = members[index].rules.sorted { $0.value.number < $1.value.number }.map {
            API.Guardian.Rule(
                id: $0.value.number,
                category: $0.key,
                monthlyLimitCents: $0.value.limit
            )
        }
        let rules = try API.Guardian.listRules.output(of: Self.answer(outcome, call))
        try require(rules == expected, "the limits are \(rules), not \(expected)")
    }

    mutating func settleOverride(
        _ input: API.Guardian.OverrideRequest,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = subject(input.userID, bearer) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        let status = try API.Guardian.createOverride.output(of: Self.answer(outcome, call))
        try require(status.status == "ok", "an override gave \(status)")
        let key = OverrideKey(
            merchant: Menu.merchant(input.merchant).key,
            amount: input.amountCents
        )
        members[index].overrides[key, default: []].append(ModelOverride(createdAtMS: nowMS))
        links += 1
    }
}
