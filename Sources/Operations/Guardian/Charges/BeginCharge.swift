import Catalogue
import Contract
import Guardian
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Checks a charge and records it, or finds the one that its call asked for before.
    ///
    /// - Returns: What to do next, or the refusal; both as the call's key remembers them.
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    func beginCharge(
        _ input: API.Guardian.ChargeRequest,
        _ call: Call,
        in session: any Session
    ) throws -> IdempotentResult<ChargeBeginning> {
        let membership = try Self.membership(of: call, in: session)
        if let idempotent = call.idempotency,
            let known = try Charges.find(
                callHash: idempotent.identityHash,
                now: call.now,
                in: session
            )
        {
            guard known.call?.inputHash == idempotent.inputHash else {
                return .refused(Problem(.conflict, "This key was used with another input"))
            }
            return .done(try Self.resume(known, call, in: session))
        }
        return try Self.idempotent(call, in: session, encode: { try $0.taken.map(Self.text) }) {
            try Self.requireOwnCurrency(input, membership)
            let source = try Self.source(input.fundingSourceID, of: membership.member, in: session)
            let charge = try newCharge(input, from: source, membership, call, in: session)
            guard source.kind == .wallet else { return .ask(charge) }
            return .known(.done(try payFromWallet(charge, membership, call, in: session)))
        }
    }

    /// Goes on with a charge whose call is repeated.
    private static func resume(
        _ known: ChargeRecord,
        _ call: Call,
        in session: any Session
    ) throws -> ChargeBeginning {
        switch known.state {
        case .succeeded, .failed, .refused, .processing:
            return .known(try answer(known, nil, call, in: session))
        case .requiresAction: return .ask(known)
        case .recorded, .unknown, .dropped:
            var charge = known
            // Asked again from now on: what is on its way may arrive as late as the first time.
            if charge.state == .dropped { charge.state = .recorded }
            charge.askedAt = call.now
            charge.lookAt = charge.state.nextLook(recordedAt: charge.recordedAt, now: call.now)
            try Charges.save(charge, in: session)
            return .ask(charge)
        }
    }

    /// Records a charge with everything that belongs to it.
    ///
    /// - Throws: ``Problem`` `declined`.
    private func newCharge(
        _ input: API.Guardian.ChargeRequest,
        from source: FundingSourceRecord,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChargeRecord {
        let decision = try Decisions.newest(
            about: input.amountCents,
            at: input.merchant.map(MerchantName.normalised),
            by: membership.member,
            now: call.now,
            in: session
        )
        let override = try Self.override(for: decision, input, membership, call, in: session)
        let merchant = input.merchant ?? decision?.merchant
        let id: ID<Entity.Charge> = call.newID()
        let charge = ChargeRecord(
            id: id,
            household: membership.household,
            member: membership.member,
            source: ChargeRecord.Source(source),
            decision: decision?.id,
            amount: Money(minor: input.amountCents, currency: membership.currency),
            merchant: merchant,
            category: catalogue.guardianCategory(
                given: input.category ?? decision?.category,
                merchant: merchant,
                mcc: nil
            ).category,
            call: call.idempotency.map {
                ChargeRecord.KeyedCall(callHash: $0.identityHash, inputHash: $0.inputHash)
            },
            recordedAt: call.now,
            askedAt: call.now,
            lookAt: ChargeState.recorded.nextLook(recordedAt: call.now, now: call.now)
        )
        // The key may still stand beside a charge of more than a day ago.
        if let call = charge.call { try Charges.forget(callHash: call.callHash, in: session) }
        try Charges.insert(charge, in: session)
        if let override { try Overrides.use(override, byCharge: id, in: session) }
        return charge
    }

    /// Refuses every currency but the household's.
    private static func requireOwnCurrency(
        _ input: API.Guardian.ChargeRequest,
        _ membership: Membership
    ) throws {
        let own = membership.currency.code.lowercased()
        guard input.currency.map({ $0.lowercased() == own }) != false else {
            throw Problem.invalid([Fault(field: "currency", rule: "must be \(own)")])
        }
    }

    /// The card or wallet that is named, else the member's default one.
    private static func source(
        _ number: Int64?,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> FundingSourceRecord {
        if let number {
            return try FundingSources.find(Serial(number), of: member, in: session).orNotFound()
        }
        guard let standard = try FundingSources.standard(of: member, in: session) else {
            throw Problem(.noFundingSource)
        }
        return standard
    }

    /// The override that lets a declined purchase through; `nil` when none is needed.
    ///
    /// - Throws: ``Problem`` `declined` when one is needed and there is none.
    private static func override(
        for decision: MatchingDecision?,
        _ input: API.Guardian.ChargeRequest,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ID<Entity.Override>? {
        guard let decision, !decision.isApproved else { return nil }
        let override = try Overrides.unused(
            by: membership.member,
            merchantKey: MerchantName.normalised(decision.merchant),
            amountMinor: input.amountCents,
            now: call.now,
            in: session
        )
        guard let override else { throw Problem(.declined) }
        return override
    }
}
