import Contract
import Kernel

/// How far an attempt of a charge came.
private enum Reach: Comparable {
    /// Nothing is kept of it.
    case nothing
    /// It is recorded, and nobody was asked.
    case recorded
    /// The processor was asked, and what it said is not kept.
    case asked
    /// All was done, whether or not its answer arrived.
    case all
}

/// What must come of a call that charges.
private enum Expectation {
    /// The answer, which is remembered or not.
    case answer(API.Guardian.ChargeStatus, isRemembered: Bool)
    case refusal(Problem.Kind, isRemembered: Bool)
    /// What was answered before.
    case replay(ModelAnswer)
}

extension ModelHousehold {
    /// Holds the attempts of a charge against what must come of them.
    ///
    /// A charge is several transactions, so that an attempt that failed may have done a part.
    mutating func settleCharge(_ call: PlannedCall, _ attempts: [Attempt]) throws {
        guard case .chargeCard(let input) = call.action else { return }
        for (place, attempt) in attempts.enumerated() {
            let fault = place < call.faults.count ? call.faults[place] : nil
            var outcome = attempt.outcome
            var reach = Reach.all
            var isLost = false
            if case .failed(let code, let reason, let isPlanned, _) = outcome {
                try require(isPlanned, "chargeCard failed by itself: \(code): \(reason)")
                reach = fault?.reach ?? .nothing
                isLost = true
                // What was remembered without an answer is known by the next one.
                let next = place + 1 < attempts.count ? attempts[place + 1].outcome : outcome
                if case .replayed(let status, let body) = next {
                    outcome = Self.firstAnswer(status, body)
                }
            }
            guard reach > .nothing else { continue }
            try settle(input, call, attempt.nowMS, outcome, reach, isLost: isLost)
        }
    }

    private mutating func settle(
        _ input: API.Guardian.ChargeRequest,
        _ call: PlannedCall,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ reach: Reach,
        isLost: Bool
    ) throws {
        guard (1...1_000_000_000_000).contains(input.amountCents) else {
            return try expectRefusal(.invalid, outcome, call)
        }
        guard let bearer = call.bearer, isLive(bearer) else {
            return try expectRefusal(.unauthenticated, outcome, call)
        }
        guard let expected = try begin(input, call, bearer, nowMS, outcome, reach) else { return }
        if isLost, case .replay = expected { return }
        try hold(outcome, against: expected, call, bearer, nowMS)
    }

    /// Holds an answer against what is expected, unless it did not arrive and is not remembered.
    private mutating func hold(
        _ outcome: Outcome,
        against expected: Expectation,
        _ call: PlannedCall,
        _ bearer: Bearer,
        _ nowMS: Int64
    ) throws {
        let isFailed = if case .failed = outcome { true } else { false }
        let isRemembered: Bool
        switch expected {
        case .replay(let earlier):
            return try require(
                outcome == .replayed(status: earlier.status, body: earlier.body),
                .oneEffectPerKey,
                "a charge that was answered must give \(earlier.body), gave \(outcome)"
            )
        case .refusal(let kind, let isKept):
            isRemembered = isKept && call.key != nil
            if isFailed, !isRemembered { return }
            try expectRefusal(kind, outcome, call)
        case .answer(let status, let isKept):
            isRemembered = isKept && call.key != nil
            if isFailed, !isRemembered { return }
            let told = try API.Guardian.chargeCard.output(of: Self.answer(outcome, call))
            try require(told.status == status, "a charge must be \(status), was told as \(told)")
        }
        guard isRemembered, let key = call.key else { return }
        let scope = AnswerScope(caller: bearer.member, operation: call.action.operation, key: key)
        let (status, body) = try Self.sent(outcome, call)
        answers[scope] = ModelAnswer(
            action: call.action,
            status: status,
            body: body,
            madeAtMS: nowMS
        )
    }

    /// The charge's first transaction, and what follows from it.
    ///
    /// - Returns: `nil` when nothing is known of the answer yet.
    private mutating func begin(
        _ input: API.Guardian.ChargeRequest,
        _ call: PlannedCall,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ reach: Reach
    ) throws -> Expectation? {
        if let key = call.key {
            let known = charges.lastIndex {
                $0.member == bearer.member && $0.key == key
                    && $0.recordedAtMS > nowMS - 86_400_000
            }
            if let known {
                guard charges[known].input == input else {
                    return .refusal(.conflict, isRemembered: false)
                }
                return try resume(known, call, bearer, nowMS, reach)
            }
            if let earlier = remembered(call, bearer, nowMS) {
                return earlier.action == call.action
                    ? .replay(earlier) : .refusal(.conflict, isRemembered: false)
            }
        }
        return try beginNew(input, call, bearer, nowMS, outcome, reach)
    }

    private func remembered(
        _ call: PlannedCall,
        _ bearer: Bearer,
        _ nowMS: Int64
    ) -> ModelAnswer? {
        guard let key = call.key else { return nil }
        let scope = AnswerScope(caller: bearer.member, operation: call.action.operation, key: key)
        return answers[scope].flatMap { $0.isRemembered(at: nowMS) ? $0 : nil }
    }

    private mutating func beginNew(
        _ input: API.Guardian.ChargeRequest,
        _ call: PlannedCall,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ reach: Reach
    ) throws -> Expectation? {
        guard let index = index(of: bearer.member) else { preconditionFailure("callers are known") }
        if let currency = input.currency, currency.lowercased() != "usd" {
            return .refusal(.invalid, isRemembered: true)
        }
        let source = source(input.fundingSourceID, of: members[index])
        guard let source else {
            let kind: Problem.Kind = input.fundingSourceID == nil ? .noFundingSource : .notFound
            return .refusal(kind, isRemembered: true)
        }
        let decision = decision(matching: input, by: bearer.member, nowMS)
        var override: (key: OverrideKey, index: Int)?
        if let decision, decision.answer == "DECLINE" {
            let merchant = Menu.merchant(decision.merchant).key
            let key = OverrideKey(merchant: merchant, amount: input.amountCents)
            override = usableOverride(key, of: members[index], nowMS)
            guard override != nil else { return .refusal(.declined, isRemembered: true) }
        }
        let merchant = input.merchant.map { Menu.taken($0) } ?? decision?.merchant
        var charge = ModelCharge(
            member: bearer.member,
            input: input,
            amount: input.amountCents,
            account: source.account,
            card: source.externalID,
            merchant: merchant,
            category: category(of: input, decision, merchant),
            key: call.key,
            recordedAtMS: nowMS,
            askedAtMS: nowMS
        )
        if source.isWallet {
            guard (accounts[source.account]?.available ?? 0) >= charge.amount else {
                return .refusal(.walletDeclined, isRemembered: true)
            }
            if let override { use(override, of: index) }
            try payFromWallet(&charge, outcome)
            return .answer(.charged, isRemembered: true)
        }
        if let override { use(override, of: index) }
        charge.lookAtMS = charge.nextLook(nowMS)
        add(charge)
        return try ask(charges.count - 1, call, nowMS, reach)
    }

    /// The newest charge of a key is the only one that is found by it.
    private mutating func add(_ charge: ModelCharge) {
        if let key = charge.key {
            for index in charges.indices
            where charges[index].key == key && charges[index].member == charge.member {
                charges[index].key = nil
            }
        }
        if charge.lookAtMS != nil { openCharges.insert(charges.count) }
        charges.append(charge)
    }

    private mutating func payFromWallet(_ charge: inout ModelCharge, _ outcome: Outcome) throws {
        charge.state = .succeeded
        let plan = charge.plan(phase: "posted", pending: nil, world: world)
        var id: ID<Entity.Transfer>?
        if case .answered(_, let body) = outcome {
            let told = try API.Guardian.chargeCard.output(of: Array(body.utf8))
            id = ID(String(told.paymentIntentID.dropFirst("wallet_".count)))
        }
        guard let id else { throw Discrepancy("a wallet was charged and gave \(outcome)") }
        try post(plan, id, at: charge.recordedAtMS)
        add(charge)
    }

    private mutating func resume(
        _ place: Int,
        _ call: PlannedCall,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ reach: Reach
    ) throws -> Expectation? {
        switch charges[place].state {
        case .succeeded, .failed, .processing: return expectation(place, call, bearer, nowMS)
        case .requiresAction: return try ask(place, call, nowMS, reach)
        case .recorded, .unknown, .dropped:
            if charges[place].state == .dropped { charges[place].state = .recorded }
            charges[place].askedAtMS = nowMS
            charges[place].lookAtMS = charges[place].nextLook(nowMS)
            watch(place)
            return try ask(place, call, nowMS, reach)
        }
    }

    private mutating func ask(
        _ place: Int,
        _ call: PlannedCall,
        _ nowMS: Int64,
        _ reach: Reach
    ) throws -> Expectation? {
        guard reach > .recorded else { return nil }
        let report = charges[place].ask(call.cardTrouble)
        guard reach > .asked, let bearer = call.bearer else { return nil }
        try hear(report, of: place, nowMS)
        if report == .unheard { return .refusal(.processorUnavailable, isRemembered: false) }
        return expectation(place, call, bearer, nowMS)
    }

    private func expectation(
        _ place: Int,
        _ call: PlannedCall,
        _ bearer: Bearer,
        _ nowMS: Int64
    ) -> Expectation {
        let charge = charges[place]
        if charge.state.isFinal, let earlier = remembered(call, bearer, nowMS) {
            return .replay(earlier)
        }
        return switch charge.state {
        case .succeeded: .answer(.charged, isRemembered: true)
        case .processing: .answer(.processing, isRemembered: false)
        case .requiresAction: .refusal(.requiresAction, isRemembered: false)
        case .failed: .refusal(.cardDeclined, isRemembered: true)
        case .recorded, .unknown, .dropped: .refusal(.processorUnavailable, isRemembered: false)
        }
    }

    /// What follows in the ledger from what is heard: the purchase, once.
    private mutating func hear(_ report: ModelCharge.Report, of place: Int, _ nowMS: Int64) throws {
        let before = charges[place].hear(report, at: nowMS)
        watch(place)
        let after = charges[place].state
        guard before != after else { return }
        let pending = charges[place].pending
        if before == .processing {
            let phase = after == .succeeded ? "post" : "void"
            try require(pending != nil, "the model met what a charge reserved")
            let plan = charges[place].plan(phase: phase, pending: pending, world: world)
            charges[place].pending = nil
            try post(plan, at: nowMS)
        } else if after == .succeeded {
            try post(charges[place].plan(phase: "posted", pending: nil, world: world), at: nowMS)
        } else if after == .processing {
            let plan = charges[place].plan(phase: "pending", pending: nil, world: world)
            try post(plan, at: nowMS, reservingFor: place)
        }
    }

    /// The charges that are to be asked about, by their places.
    func dueCharges(at nowMS: Int64) -> [Int] {
        openCharges.filter { charges[$0].lookAtMS.map { $0 <= nowMS } == true }.sorted()
    }

    private mutating func watch(_ place: Int) {
        if charges[place].lookAtMS == nil {
            openCharges.remove(place)
        } else {
            openCharges.insert(place)
        }
    }

    /// What a reconciliation does.
    mutating func reconcile(at nowMS: Int64, _ trouble: CardTrouble?) throws {
        for place in dueCharges(at: nowMS) {
            let report = charges[place].look(trouble)
            try hear(report, of: place, nowMS)
        }
    }

    // MARK: What a charge goes by

    private func source(_ number: Int64?, of member: ModelMember) -> ModelSource? {
        let usable = member.sources.filter { !$0.isWallet || $0.isDefault }
        guard let number else { return usable.first(where: \.isDefault) ?? usable.first }
        return usable.first { $0.number == number }
    }

    /// The newest decision of the member about the amount in the last ten minutes.
    private func decision(
        matching input: API.Guardian.ChargeRequest,
        by member: ID<Entity.Member>,
        _ nowMS: Int64
    ) -> ModelDecision? {
        let merchant = input.merchant.map { Menu.merchant($0).key }
        return (decisionsByAmount[input.amountCents] ?? []).reversed().lazy
            .compactMap { self.decisions[$0] }
            .first { decision in
                decision.member == member && decision.decidedAtMS > nowMS - 600_000
                    && (merchant == nil || Menu.merchant(decision.merchant).key == merchant)
            }
    }

    private func category(
        of input: API.Guardian.ChargeRequest,
        _ decision: ModelDecision?,
        _ merchant: String?
    ) -> String {
        if let given = input.category {
            return Menu.words.first { $0.given == given }?.category ?? given
        }
        if let decision { return decision.category }
        return merchant.flatMap { Menu.merchant($0).guardian } ?? "uncategorized"
    }
}

extension ModelCharge {
    /// What the ledger records of it.
    fileprivate func plan(
        phase: String,
        pending: ID<Entity.Transfer>?,
        world: ID<Entity.Account>
    ) -> PlannedTransfer {
        PlannedTransfer(
            debit: account,
            credit: world,
            amountMinor: amount,
            kind: "charge",
            phase: phase,
            pending: pending,
            member: member,
            merchant: merchant,
            category: category,
            occurredAtMS: recordedAtMS
        )
    }
}

extension Fault {
    /// How far a charge comes that meets the failure: its first transaction records it, its second
    /// keeps what was heard.
    fileprivate var reach: Reach {
        switch self {
        case .beforeWork, .atStatement, .dead: .nothing
        case .answerLost: .recorded
        case .later(_, .answerLost): .all
        case .later: .asked
        }
    }
}
