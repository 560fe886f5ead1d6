import Contract
import Kernel

extension Planner {
    mutating func authorize() -> [[PlannedCall]] {
        let member = anyMember()
        let action = Action.authorizePurchase(purchase(by: member))
        return [[call(bearer(of: member), action, key: maybeKey())]]
    }

    /// A purchase, often one that lies just within or just beyond a limit.
    mutating func purchase(by member: ModelMember) -> API.Guardian.AuthorizeRequest {
        let given = chance.oneIn(3) ? nil : chance.pick(Menu.words).given
        let mcc = chance.oneIn(2) ? nil : chance.pick(Menu.codes).mcc
        let merchant = spelling()
        let category = Menu.category(given: given, merchant: merchant, mcc: mcc)
        return API.Guardian.AuthorizeRequest(
            amountCents: amount(of: member, category),
            merchant: merchant,
            category: given,
            mcc: mcc
        )
    }

    private mutating func amount(of member: ModelMember, _ category: String) -> Int64 {
        if chance.oneIn(60) { return chance.pick([0, -5, 1_000_000_000_001, 1_000_000_000_000]) }
        guard let rule = member.rules[category], chance.oneIn(2) else {
            return chance.within(1...20_000)
        }
        let left = rule.limit - member.spent(category, through: home.almanac.day(nowMS))
        let edges = [left, left + 1, left - 1, rule.limit / 2, rule.limit / 2 + 1, rule.limit, 1]
        return min(max(chance.pick(edges), 1), 1_000_000_000_000)
    }

    mutating func setRule() -> [[PlannedCall]] {
        let parent = parent()
        let child = chance.pickAny(home.children)
        let subject = chance.oneIn(3) ? nil : child
        let action = Action.setRule(
            rule(for: subject ?? parent, named: subject.map { reference($0) })
        )
        return [[call(bearer(of: parent), action, key: maybeKey())]]
    }

    /// A limit, often one near what was spent already.
    mutating func rule(
        for member: ModelMember,
        named reference: MemberReference?
    ) -> API.Guardian.RuleRequest {
        let isOwnWord = chance.oneIn(12)
        let category = isOwnWord ? "own word \(chance.below(300))" : chance.pick(Menu.limited)
        let spent = member.spent(category, through: home.almanac.day(nowMS))
        var limits: [Int64] = [0, 1, chance.within(100...50_000), chance.within(100...50_000)]
        limits.append(max(0, spent) + chance.within(0...3_000))
        if chance.oneIn(40) { limits = [-1, 1_000_000_000_001, 1_000_000_000_000] }
        return API.Guardian.RuleRequest(
            category: category,
            monthlyLimitCents: chance.pick(limits),
            userID: reference
        )
    }

    mutating func listRules() -> [[PlannedCall]] {
        let caller = anyMember()
        let subject = anyMember()
        let reference = chance.oneIn(2) ? nil : reference(subject)
        let action = Action.listRules(API.Guardian.SubjectRequest(userID: reference))
        return [[call(bearer(of: caller), action)]]
    }

    /// A permission and purchases around the ends of its five minutes.
    mutating func permit() -> [[PlannedCall]] {
        let parent = parent()
        let child = chance.pickAny(home.children)
        let buyer = chance.oneIn(4) ? parent : child ?? parent
        let merchant = chance.pick(Menu.merchants)
        let amount = chance.within(1...30_000)
        let action = Action.createOverride(
            API.Guardian.OverrideRequest(
                amountCents: amount,
                merchant: chance.pick(merchant.spellings),
                userID: buyer.id == parent.id ? nil : reference(buyer)
            )
        )
        var waves = [[call(bearer(of: parent), action, key: maybeKey())]]
        for _ in 0...chance.below(3) {
            let input = API.Guardian.AuthorizeRequest(
                amountCents: amount + (chance.oneIn(6) ? 1 : 0),
                merchant: chance.pick(merchant.spellings),
                category: chance.oneIn(2) ? nil : chance.pick(Menu.words).given
            )
            let later: [Int64] = [0, 1, 40_000, 299_999, 300_000, 300_001, -1, -3_600_000]
            waves.append([
                call(
                    bearer(of: buyer),
                    .authorizePurchase(input),
                    key: maybeKey(),
                    atMS: nowMS + chance.pick(later)
                )
            ])
        }
        return waves
    }
}
