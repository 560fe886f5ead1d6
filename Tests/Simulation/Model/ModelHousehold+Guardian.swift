import Contract
import Kernel

extension ModelHousehold {
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
        let hasMessage =
            expected.answer == "DECLINE"
            || ["location_warn", "policy_warn"].contains(expected.reason)
        try require(
            answer.decision.rawValue == expected.answer
                && answer.reason.rawValue == expected.reason && trace == expected.trace
                && (answer.message != nil) == hasMessage
                && expected.place.map { answer.message?.contains($0) == true } ?? true,
            "the decision must be \(expected) for \(category), was \(answer)"
        )
        try require(
            decisions[answer.decisionID] == nil,
            .oneEffectPerKey,
            "two decisions have the id \(answer.decisionID)"
        )
        decisions[answer.decisionID] = ModelDecision(
            member: bearer.member,
            amount: input.amountCents,
            merchant: Menu.taken(input.merchant),
            category: category,
            answer: expected.answer,
            reason: expected.reason,
            limit: expected.limit,
            spent: expected.spent,
            wallet: expected.wallet,
            hadOverride: expected.override != nil,
            decidedAtMS: nowMS
        )
        decisionsByAmount[input.amountCents, default: []].append(answer.decisionID)
        links += 1
        if expected.answer == "DECLINE", !members[index].isParent {
            requestApproval(of: answer, input, category, by: bearer.member, nowMS)
        }
        if expected.reason == "override", let used = expected.override {
            use(used, of: index)
        }
    }

    /// Uses a permission up.
    mutating func use(_ override: (key: OverrideKey, index: Int), of member: Int) {
        members[member].overrides[override.key]?.remove(at: override.index)
        members[member].usedOverrides += 1
    }

    /// The member a reference names for a caller; `nil` when that is nobody.
    func subject(_ reference: MemberReference?, _ bearer: Bearer) -> Int? {
        guard let text = reference?.text else { return index(of: bearer.member) }
        let named = members.firstIndex { member in
            !member.isRemoved
                && (member.id.text == text || member.number.map { String($0) } == text)
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
