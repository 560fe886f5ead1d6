import Contract
import Kernel

extension Planner {
    /// Cards whose ids tell what comes of a charge.
    private static let cards = [
        "card_visa", "card_visa", "card_declined", "card_authenticationRequired",
        "card_processing", "card_processing", "card_unavailable",
    ]

    /// What members pay with: cards, and children's wallets.
    mutating func pay() -> [[PlannedCall]] {
        guard let child = chance.pickAny(home.children), chance.oneIn(2) else {
            let input = API.Guardian.ConfirmCardRequest(
                paymentMethodID: "\(chance.pick(Self.cards))_\(chance.below(2))",
                label: chance.oneIn(3) ? nil : "My card"
            )
            return [[call(bearer(of: anyMember()), .funding(.confirmCard(input)), key: maybeKey())]]
        }
        let input = API.Guardian.WalletSourceRequest(userID: reference(child))
        // Wallets are the default more often than not.
        let action: FundingAction =
            chance.oneIn(3) ? .deleteWalletSource(input) : .setWalletSource(input)
        return [[call(bearer(of: parent()), .funding(action), key: maybeKey())]]
    }

    /// A charge: after its authorization, without one, and again with the same key.
    mutating func charge() -> [[PlannedCall]] {
        looks = true
        let member = anyMember()
        guard !member.sources.isEmpty || chance.oneIn(8) else { return pay() }
        switch chance.below(8) {
        case 0: return [[charge(by: member, freshAmount(), merchant: nil)]]
        case 1:
            guard let again = repeatedCharge(by: member) else { fallthrough }
            return [[again]]
        case 2:
            var first = charge(by: member, freshAmount(), merchant: spelling())
            first.key = newKey()
            let second = call(first.bearer, first.action, key: first.key, mayFail: false)
            return [[first], [second]]
        default: return authorizedCharge(by: member)
        }
    }

    private mutating func authorizedCharge(by member: ModelMember) -> [[PlannedCall]] {
        let amount = freshAmount()
        let asked = purchase(by: member)
        let purchase = API.Guardian.AuthorizeRequest(
            amountCents: amount,
            merchant: asked.merchant,
            category: asked.category,
            mcc: asked.mcc
        )
        let category = Menu.category(
            given: asked.category,
            merchant: asked.merchant,
            mcc: asked.mcc
        )
        probes.insert(
            Probe(member: member.id, guardian: category, day: home.almanac.day(nowMS))
        )
        var waves = [[call(bearer(of: member), .authorizePurchase(purchase), key: maybeKey())]]
        if chance.oneIn(3) {
            let permission = API.Guardian.OverrideRequest(
                amountCents: amount,
                merchant: asked.merchant,
                userID: member.isParent ? nil : reference(member)
            )
            waves.append([call(bearer(of: parent()), .createOverride(permission), key: maybeKey())])
        }
        let merchant = chance.oneIn(2) ? nil : chance.oneIn(6) ? spelling() : asked.merchant
        let later: [Int64] = [0, 1, 60_000, 299_999, 300_001, 599_999, 600_001, 3_600_000]
        let atMS = nowMS + chance.pick(later)
        return waves + [[charge(by: member, amount, merchant: merchant, atMS: atMS)]]
    }

    /// An amount that nobody asked about, so that it is clear which decision a charge goes by.
    private mutating func freshAmount() -> Int64 {
        var amount = chance.within(1...60_000)
        while home.decisionsByAmount[amount] != nil { amount += 1 }
        return amount
    }

    private mutating func charge(
        by member: ModelMember,
        _ amount: Int64,
        merchant: String?,
        atMS: Int64? = nil
    ) -> PlannedCall {
        let own = chance.pickAny(member.sources)?.number
        let number = chance.oneIn(30) ? 1 + Int64(chance.below(2_000)) : own
        let currencies: [String?] = [nil, nil, "usd", "USD"]
        let input = API.Guardian.ChargeRequest(
            amountCents: chance.oneIn(40) ? 0 : amount,
            currency: chance.oneIn(40) ? "eur" : chance.pick(currencies),
            fundingSourceID: chance.oneIn(3) ? nil : number,
            merchant: merchant,
            category: chance.oneIn(2) ? nil : chance.pick(Menu.words).given
        )
        return charge(bearer(of: member), input, key: maybeKey(), atMS: atMS)
    }

    private mutating func charge(
        _ bearer: Bearer,
        _ input: API.Guardian.ChargeRequest,
        key: String?,
        atMS: Int64?
    ) -> PlannedCall {
        var planned = call(bearer, .chargeCard(input), key: key, atMS: atMS, mayFail: false)
        if hasFaults, chance.oneIn(4) { planned.faults = [fault(isKeyed: key != nil)] }
        if hasFaults, chance.oneIn(3) { planned.cardTrouble = chance.pick(CardTrouble.allCases) }
        return planned
    }

    /// A failure of the first transaction, which records the charge, or of the second, which keeps
    /// what was heard.
    private mutating func fault(isKeyed: Bool) -> Fault {
        let code = chance.pick(chance.oneIn(6) ? Fault.lasting : Fault.passing)
        let kinds: [Fault] = [
            .beforeWork(code), .atStatement(1 + chance.below(14), code), .answerLost(code),
        ]
        let mayLose = isKeyed && Fault.passing.contains(code)
        let fault = kinds[chance.below(mayLose ? 3 : 2)]
        return chance.oneIn(2) ? .later(1, fault) : fault
    }

    /// The call of an earlier charge again, now and then with another input.
    private mutating func repeatedCharge(by member: ModelMember) -> PlannedCall? {
        let keyed = home.charges.filter { $0.member == member.id && $0.key != nil }
        guard let earlier = chance.pickAny(Array(keyed.suffix(12))) else { return nil }
        var input = earlier.input
        if chance.oneIn(6) {
            input = API.Guardian.ChargeRequest(
                amountCents: input.amountCents + 1,
                currency: input.currency,
                fundingSourceID: input.fundingSourceID,
                merchant: input.merchant,
                category: input.category
            )
        }
        let later: [Int64] = [1_000, 120_000, 7_200_000, 86_399_999]
        let atMS = chance.oneIn(3) ? nowMS : earlier.recordedAtMS + chance.pick(later)
        // After a day the key is nobody's, and the amount may have been decided about by then.
        guard atMS < earlier.recordedAtMS + 86_400_000 else { return nil }
        return charge(bearer(of: member), input, key: earlier.key, atMS: atMS)
    }
}
