import Contract
import Kernel

extension ModelHousehold {
    mutating func settle(
        _ action: PolicyAction,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        switch action {
        case .create(let input): try settleCreated(input, bearer, nowMS, outcome, call)
        case .update(let input): try settleUpdated(input, bearer, nowMS, outcome, call)
        case .step(let input): try settleStep(input, bearer, nowMS, outcome, call)
        case .list(let input): try settlePolicies(input, bearer, outcome, call)
        }
    }

    private mutating func settleCreated(
        _ input: API.Guardian.PolicyInput,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let member = bound(by: input.userID, bearer) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        guard bearer.role == "Parent" || member == bearer.member else {
            return try expectRefusal(.forbidden, outcome, call)
        }
        guard !policies.contains(where: { $0.terms.name == input.name }) else {
            return try expectRefusal(.conflict, outcome, call)
        }
        let told = try API.Guardian.createPolicy.output(of: Self.answer(outcome, call))
        try require(
            !policies.contains { $0.id == told.id },
            .oneEffectPerKey,
            "two policies have the id \(told.id)"
        )
        links += 1
        let policy = ModelPolicy(
            id: told.id,
            terms: ModelPolicy.Terms(
                name: input.name,
                member: member,
                when: input.when,
                then: input.then
            ),
            version: links,
            createdBy: bearer.member,
            createdAtMS: nowMS
        )
        try require(agrees(policy, with: told), "\(told) was made of \(policy)")
        policies.append(policy)
    }

    /// The member whom a policy is to bind: `.some(nil)` for everybody, `nil` for nobody there.
    private func bound(
        by reference: MemberReference?,
        _ bearer: Bearer
    ) -> ID<Entity.Member>?? {
        guard reference != nil else { return .some(nil) }
        guard let index = subject(reference, bearer) else { return nil }
        return .some(members[index].id)
    }

    private mutating func settleUpdated(
        _ input: API.Guardian.PolicyUpdate,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let place = policies.firstIndex(where: { $0.id == input.id }),
            let member = bound(by: input.userID, bearer)
        else { return try expectRefusal(.notFound, outcome, call) }
        var policy = policies[place]
        let terms = ModelPolicy.Terms(
            name: input.name,
            member: member,
            when: input.when,
            then: input.then
        )
        let waits = policy.state == .live && policy.isLoosened(by: terms)
        guard bearer.role == "Parent" || (policy.terms.member == bearer.member && !waits) else {
            return try expectRefusal(.forbidden, outcome, call)
        }
        if let version = input.ifMatch?.version, version != policy.version {
            return try expectRefusal(.stale, outcome, call)
        }
        if waits {
            policy.pending = pending(terms: terms, by: bearer, nowMS)
        } else {
            policy.terms = terms
        }
        try take(
            policy,
            at: place,
            API.Guardian.updatePolicy.output(of: Self.answer(outcome, call))
        )
    }

    private mutating func settleStep(
        _ input: API.Guardian.PolicyStepRequest,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let place = policies.firstIndex(where: { $0.id == input.id }) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        var policy = policies[place]
        guard bearer.role == "Parent" else {
            return try expectRefusal(.forbidden, outcome, call)
        }
        if let state = API.Guardian.PolicyState(rawValue: input.state.rawValue) {
            if policy.state == .live {
                policy.pending = pending(state: state, by: bearer, nowMS)
            } else {
                policy.state = state
            }
        } else {
            guard let pending = policy.pending else {
                return try expectRefusal(.conflict, outcome, call)
            }
            if input.state == .confirm {
                // Another parent's; a household of the simulation has but one.
                guard pending.askedBy != bearer.member else {
                    return try expectRefusal(.forbidden, outcome, call)
                }
                policy.terms = pending.terms ?? policy.terms
                policy.state = pending.state ?? policy.state
            }
            policy.pending = nil
        }
        try take(
            policy,
            at: place,
            API.Guardian.setPolicyState.output(of: Self.answer(outcome, call))
        )
    }

    private func pending(
        state: API.Guardian.PolicyState? = nil,
        terms: ModelPolicy.Terms? = nil,
        by bearer: Bearer,
        _ nowMS: Int64
    ) -> ModelPolicy.Pending {
        ModelPolicy.Pending(
            state: state,
            terms: terms,
            askedBy: bearer.member,
            takesEffectAtMS: nowMS + ModelPolicy.looseningMS
        )
    }

    private mutating func take(
        _ changed: ModelPolicy,
        at place: Int,
        _ told: API.Guardian.Policy
    ) throws {
        links += 1
        var policy = changed
        policy.version = links
        try require(agrees(policy, with: told), "\(told) was made of \(policy)")
        policies[place] = policy
    }

    private func settlePolicies(
        _ input: API.Guardian.PoliciesRequest,
        _ bearer: Bearer,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        let expected = policies.sorted { $0.isOlder(than: $1) }.filter { policy in
            (bearer.role == "Parent" || policy.applies(to: bearer.member))
                && (input.state ?? policy.state) == policy.state
        }
        let told = try API.Guardian.listPolicies.output(of: Self.answer(outcome, call)).policies
        try require(
            told.map(\.id) == expected.map(\.id)
                && zip(expected, told).allSatisfy { agrees($0, with: $1) },
            "the policies are \(told), not \(expected)"
        )
    }

    private func agrees(_ policy: ModelPolicy, with told: API.Guardian.Policy) -> Bool {
        let pending = policy.pending
        return told.id == policy.id && told.name == policy.terms.name
            && told.userID == policy.terms.member && told.when == policy.terms.when
            && told.then == policy.terms.then && told.state == policy.state
            && told.version == policy.version && told.createdBy == policy.createdBy
            && told.createdAt.instant == Self.told(policy.createdAtMS)
            && (told.liveSince != nil) == (policy.state == .live)
            && told.pending?.change.state == pending?.state
            && told.pending?.change.policy?.when == pending?.terms?.when
            && told.pending?.askedBy == pending?.askedBy
            && told.pending?.takesEffectAt.instant
                == pending.map { Self.told($0.takesEffectAtMS) }
    }

    /// What the policies that decide say of a purchase; `nil` where none is true.
    func decide(by policies: [ModelPolicy], _ purchase: PolicyPurchase, _ verdict: inout Verdict) {
        guard !policies.isEmpty else { return }
        let isTrue = policies.filter { purchase.makes($0.terms.when.json) }
        let strictest = isTrue.reduce(nil) { (best: ModelPolicy?, policy) in
            guard let best else { return policy }
            let isStricter = policy.terms.then.strictness > best.terms.then.strictness
            return isStricter ? policy : best
        }
        verdict.trace += Array(repeating: "policy pass", count: max(1, isTrue.count))
        guard let strictest else { return }
        let stops = strictest.terms.then != .warn
        verdict.trace.append("policy \(stops ? "decline" : "approve")")
        (verdict.answer, verdict.reason) =
            stops ? ("DECLINE", "policy") : ("APPROVE", "policy_warn")
    }
}
