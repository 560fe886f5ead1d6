import Contract
import Kernel

extension ModelHousehold {
    /// Holds a call's attempts against what must come of them, and takes their effect over.
    ///
    ///
    /// `isRacing`: Whether another call at the same time may have come first.
    /// `isKnown`: Whether the call was settled before, so that later steps choose it no more often.
    /// Throws ``Discrepancy``.
    mutating func settle(
        _ call: PlannedCall,
        _ attempts: [Attempt],
        isRacing: Bool = false,
        isKnown: Bool = false
    ) throws {
        self.isRacing = isRacing
        if case .chargeCard = call.action { return try settleCharge(call, attempts) }
        if case .banking(let action) = call.action { return try settle(action, call, attempts) }
        var lost: [Attempt] = []
        for attempt in attempts {
            if case .failed(let code, let reason, let isPlanned, let wasDone) = attempt.outcome {
                try require(isPlanned, "\(call.action.name) failed by itself: \(code): \(reason)")
                if wasDone { lost.append(attempt) }
                continue
            }
            try settleLost(lost, of: call, knownBy: attempt.outcome)
            lost = []
            try expect(call, at: attempt.nowMS, attempt.outcome)
        }
        try require(lost.isEmpty, "\(call.action.name) was given up after an effect nobody knows")
        if isRacing {
            noteRace(of: attempts)
        } else if !isKnown {
            remember(call, attempts)
        }
    }

    /// What was done without an answer, known by the answer to the next attempt.
    private mutating func settleLost(
        _ lost: [Attempt],
        of call: PlannedCall,
        knownBy next: Outcome
    ) throws {
        // What is remembered already is not done again, whether or not its answer arrives; the key
        // may be forgotten between two attempts.
        guard let first = lost.first(where: { !isRemembered(call, at: $0.nowMS) }) else { return }
        switch (call.action, next) {
        case (.annotateTransfer, _), (.insights, _), (.renewing(.exchangeToken), _):
            // Has no key: doing it again is doing it twice, to the same end.
            for attempt in lost { try expect(call, at: attempt.nowMS, next) }
        case (_, .replayed(let status, let body)):
            try expect(call, at: first.nowMS, Self.firstAnswer(status, body))
        case (_, .posted), (_, .refused): try expect(call, at: first.nowMS, next)
        default:
            throw Discrepancy(
                .oneEffectPerKey,
                "\(call.action.name) was done and its answer lost, then the same key gave \(next)"
            )
        }
    }

    /// Whether the call's key was used so lately that it is remembered.
    func isRemembered(_ call: PlannedCall, at nowMS: Int64) -> Bool {
        guard let caller = call.bearer?.member, let key = call.key else { return false }
        let scope = AnswerScope(caller: caller, operation: call.action.operation, key: key)
        return answers[scope]?.isRemembered(at: nowMS) == true
    }

    /// The answer that was remembered, as it was when it was given.
    static func firstAnswer(_ status: Int, _ body: String) -> Outcome {
        guard status >= 400 else { return .answered(status: status, body: body) }
        // Whoever hears a remembered refusal knows its status and its words, not its kind.
        return .refused(kind: anyKind, status: status, body: body)
    }

    private static let anyKind = "*"

    private mutating func expect(
        _ call: PlannedCall,
        at nowMS: Int64,
        _ outcome: Outcome
    ) throws {
        switch call.action {
        case .authorizePurchase, .setRule, .createOverride, .registerChild, .logoutUser,
            .guarding, .ruling, .funding, .saving, .doing, .asking, .removeChild:
            try expectOnce(call, nowMS, outcome)
        case .chargeCard, .banking: preconditionFailure("they are settled by themselves")
        case .renewing(let action): try settle(action, nowMS, outcome, call)
        case .insights(let action): try settle(action, outcome, call)
        case .changeTimeZone(let name): try settleTimeZone(name, outcome, call)
        case .listRules(let input): try settleList(input, call, outcome)
        case .recordTransfers(let plans, let household):
            guard household == id else { return try expectRefusal(.notFound, outcome, call) }
            try settleRecord(plans, nowMS, outcome)
        case .annotateTransfer(let transfer, let category, let notes):
            let annotation = ModelAnnotation(category: category, notes: notes)
            try settleAnnotation(annotation, of: transfer, call, outcome)
        case .openAccount(let kind, let member):
            guard case .opened(let account, let world) = outcome else {
                throw Self.surprise("an account", outcome, call)
            }
            try require(world == self.world, "another household's World account was named")
            add(account, ModelAccount(kind: kind, member: member))
        case .loginMember(let email): try settleLogin(email, outcome, call)
        }
    }

    /// A call that is done once per key.
    private mutating func expectOnce(
        _ call: PlannedCall,
        _ nowMS: Int64,
        _ outcome: Outcome
    ) throws {
        guard call.action.isValid else { return try expectRefusal(.invalid, outcome, call) }
        guard let bearer = call.bearer, isLive(bearer) else {
            return try expectRefusal(.unauthenticated, outcome, call)
        }
        guard let key = call.key else {
            return try expectFresh(call, bearer, nowMS, outcome)
        }
        let scope = AnswerScope(caller: bearer.member, operation: call.action.operation, key: key)
        guard let earlier = answers[scope], earlier.isRemembered(at: nowMS) else {
            try expectFresh(call, bearer, nowMS, outcome)
            let (status, body) = try Self.sent(outcome, call)
            answers[scope] = ModelAnswer(
                action: call.action,
                status: status,
                body: body,
                madeAtMS: nowMS
            )
            return
        }
        guard earlier.action == call.action else {
            return try expectRefusal(.conflict, outcome, call)
        }
        let expected = Outcome.replayed(status: earlier.status, body: earlier.body)
        try require(
            outcome == expected,
            .oneEffectPerKey,
            "\(call.action.name) with a key that was used must give \(expected), gave \(outcome)"
        )
    }

    private mutating func expectFresh(
        _ call: PlannedCall,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome
    ) throws {
        switch call.action {
        case .authorizePurchase(let input):
            try settleAuthorize(input, bearer, nowMS, outcome, call)
        case .setRule(let input): try settleRule(input, bearer, outcome, call)
        case .createOverride(let input): try settleOverride(input, bearer, nowMS, outcome, call)
        case .registerChild(let input): try settleChild(input, outcome, call)
        case .logoutUser: try settleLogout(bearer, outcome, call)
        case .guarding(let action): try settle(action, bearer, nowMS, outcome, call)
        case .ruling(let action): try settle(action, bearer, nowMS, outcome, call)
        case .funding(let action): try settle(action, bearer, nowMS, outcome, call)
        case .saving(let action): try settle(action, bearer, nowMS, outcome, call)
        case .doing(let action): try settle(action, bearer, nowMS, outcome, call)
        case .asking(let action): try settle(action, bearer, nowMS, outcome, call)
        case .removeChild(let input): try settleRemoval(input, bearer, nowMS, outcome, call)
        default: preconditionFailure("the other deeds have no keys")
        }
    }

    func expectRefusal(
        _ kind: Problem.Kind,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard case .refused(let word, kind.status, _) = outcome,
            word == kind.rawValue || word == Self.anyKind
        else { throw Self.surprise("the refusal \(kind)", outcome, call) }
    }

    /// The body of an answer of success.
    static func answer(_ outcome: Outcome, _ call: PlannedCall) throws -> [UInt8] {
        guard case .answered(_, let body) = outcome else {
            throw surprise("an answer", outcome, call)
        }
        return Array(body.utf8)
    }

    static func sent(
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws -> (Int, String) {
        switch outcome {
        case .answered(let status, let body), .refused(_, let status, let body): (status, body)
        default: throw surprise("an answer or a refusal", outcome, call)
        }
    }

    static func surprise(
        _ expected: String,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) -> Discrepancy {
        Discrepancy("\(call.action.name) must give \(expected), gave \(outcome)")
    }

    private mutating func noteRace(of attempts: [Attempt]) {
        for attempt in attempts {
            if case .posted(let ids) = attempt.outcome { racing.formUnion(ids.map(\.raw)) }
            guard case .answered(_, let body) = attempt.outcome else { continue }
            let answer = try? API.Guardian.authorizePurchase.output(of: Array(body.utf8))
            if let answer { racing.insert(answer.decisionID.raw) }
            let chore = try? API.Allowance.approveChore.output(of: Array(body.utf8))
            let request = try? API.Allowance.approveMoneyRequest.output(of: Array(body.utf8))
            if let paid = chore?.transactionID ?? request?.transactionID { racing.insert(paid.raw) }
        }
    }

    /// Keeps what later steps may come back to.
    private mutating func remember(_ call: PlannedCall, _ attempts: [Attempt]) {
        var call = call
        call.faults = []
        if call.key != nil, call.action.mayBeRepeated { recent.keyed.append(call) }
        guard case .posted(let ids)? = attempts.last?.outcome,
            case .recordTransfers(let plans, _) = call.action
        else { return }
        if plans.allSatisfy({ $0.record != nil }) { recent.recorded.append(call) }
        for (id, plan) in zip(ids, plans) where !racing.contains(id.raw) {
            if plan.phase == "pending" { recent.pending.append(id) }
            if plan.phase == "posted" || plan.phase == "post" { recent.final.append(id) }
            if plan.member != nil { recent.edited.append(id) }
        }
        recent.pending.removeAll { transfers[$0]?.settledBy != nil }
        if recent.pending.count > 64 { recent.pending.removeFirst() }
    }
}

extension Action {
    /// Whether the input keeps the contract's rules.
    fileprivate var isValid: Bool {
        switch self {
        case .authorizePurchase(let input): (1...1_000_000_000_000).contains(input.amountCents)
        case .setRule(let input): (0...1_000_000_000_000).contains(input.monthlyLimitCents)
        case .createOverride(let input): (1...1_000_000_000_000).contains(input.amountCents)
        default: true
        }
    }

    /// Whether a later step may make the same call again.
    fileprivate var mayBeRepeated: Bool {
        switch self {
        case .authorizePurchase, .setRule, .createOverride, .guarding, .funding, .saving,
            .doing, .asking:
            true
        default: false
        }
    }
}
