import Contract
import Kernel

extension Planner {
    /// Several calls on one household at the same time.
    mutating func burst() -> [[PlannedCall]] {
        switch chance.below(6) {
        case 0, 1: manyQuestions()
        case 2: manyEntries()
        case 3: oneOverrideForMany()
        case 4: oneKeyForMany()
        default: oneWalletForMany()
        }
    }

    private mutating func size() -> Int { 2 + chance.below(7) }

    /// Purchases that have nothing to do with one another.
    private mutating func manyQuestions() -> [[PlannedCall]] {
        let calls = (0..<size()).map { index in
            let member = anyMember()
            let input = API.Guardian.AuthorizeRequest(
                // No two ask for the same amount, so no two want the same override.
                amountCents: 1 + Int64(index) + 10 * chance.within(0...1_000),
                merchant: spelling(),
                category: chance.pick(Menu.words).given
            )
            return call(bearer(of: member), .authorizePurchase(input), key: maybeKey())
        }
        return [calls]
    }

    /// Entries of several providers, and one of them twice.
    private mutating func manyEntries() -> [[PlannedCall]] {
        var plans = (0..<size()).map { _ in purchaseEntry() }
        for index in plans.indices where plans[index].record == nil {
            plans[index].record = newRecord()
        }
        plans.append(plans[0])
        isRace = true
        return [plans.flatMap { recording([$0])[0] }.map(Self.alone)]
    }

    /// Identical purchases and fewer permissions: each permission is used once.
    private mutating func oneOverrideForMany() -> [[PlannedCall]] {
        let parent = parent()
        let buyer = chance.pickAny(home.children) ?? parent
        let merchant = chance.pick(Menu.merchants)
        let amount = chance.within(1...30_000)
        let permission = Action.createOverride(
            API.Guardian.OverrideRequest(
                amountCents: amount,
                merchant: merchant.spellings[0],
                userID: buyer.id == parent.id ? nil : MemberReference(buyer.id.text)
            )
        )
        let purchase = Action.authorizePurchase(
            API.Guardian.AuthorizeRequest(
                amountCents: amount,
                merchant: chance.pick(merchant.spellings),
                category: chance.pick(Menu.words).given
            )
        )
        isRace = true
        let permissions = (0...chance.below(2)).map { _ in
            call(bearer(of: parent), permission, key: newKey(), mayFail: false)
        }
        let purchases = (0..<size()).map { _ in
            call(bearer(of: buyer), purchase, key: newKey(), mayFail: false)
        }
        return permissions.map { [$0] } + [purchases]
    }

    /// One call sent several times at once: done once, and every answer is the same.
    private mutating func oneKeyForMany() -> [[PlannedCall]] {
        let member = anyMember()
        let action = Action.authorizePurchase(purchase(by: member))
        let key = newKey()
        let bearer = bearer(of: member)
        isRace = true
        return [(0..<size()).map { _ in call(bearer, action, key: key, mayFail: false) }]
    }

    /// A wallet pays until it is empty, whoever comes first.
    private mutating func oneWalletForMany() -> [[PlannedCall]] {
        guard let wallet = chance.pickAny(home.accounts("wallet")),
            let held = home.accounts[wallet], held.available > 1
        else { return manyQuestions() }
        var plan = purchaseEntry()
        plan.debit = wallet
        plan.member = held.member
        plan.amountMinor = min(held.available / Int64(1 + chance.below(4)), 1_000_000_000_000)
        isRace = true
        let calls = (0..<size()).flatMap { _ in
            plan.record = newRecord()
            return recording([plan])[0]
        }
        return [calls.map(Self.alone)]
    }

    /// The call without failures of the engine, because a retry would come later than the others.
    private static func alone(_ call: PlannedCall) -> PlannedCall {
        var call = call
        call.faults = []
        return call
    }
}
