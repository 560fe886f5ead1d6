import Contract
import Kernel

extension Planner {
    /// Calls that name what belongs to another household, or to another member.
    mutating func reachAcross() -> [[PlannedCall]] {
        reachesOther = true
        switch chance.below(15) {
        case 0: return [[ruleAcross()]]
        case 1: return [[overrideAcross()]]
        case 2: return [[listAcross()]]
        case 3: return [[noteAcross()]]
        case 4, 5: return recording([moneyAcross()])
        case 6: return recording([settlementAcross() ?? moneyAcross()])
        case 7: return recording([reversalAcross() ?? moneyAcross()])
        case 8: return sameRecordAcross()
        case 9: return [[keyAcross()]]
        case 10: return [[borrowedSession()]]
        case 11: return [[unknownHousehold()]]
        default: return [[familyAcross()]]
        }
    }

    /// What a parent may do to its own children, done to somebody else's.
    private mutating func familyAcross() -> PlannedCall {
        let child = chance.pickAny(other.children)
        var actions: [Action] = other.approvals.compactMap(\.number).prefix(1).map { number in
            .guarding(.decideApproval(.init(id: number, decision: .approve)))
        }
        for rule in other.members[0].rules.values.sorted(by: { $0.number < $1.number }).prefix(1) {
            actions.append(.guarding(.deleteRule(.init(id: rule.number))))
        }
        if let policy = other.policies.last {
            actions.append(.ruling(.step(.init(policy.id, state: .retired))))
        }
        if let child, let id = child.child {
            let jar = API.Allowance.JarMoveRequest(
                childID: id,
                from: .spend,
                to: .save,
                amount: DecimalAmount(minor: 1)
            )
            actions.append(.saving(.moveBetweenJars(jar)))
            actions.append(.saving(.listGoals(.init(childID: id))))
            actions.append(.funding(.setWalletSource(.init(userID: reference(child)))))
            actions.append(.removeChild(.init(childID: id)))
            for chore in child.chores.suffix(1) {
                actions.append(.doing(.approveChore(.init(choreID: chore.id))))
            }
            for request in child.moneyRequests.suffix(1) {
                actions.append(.asking(.approveMoneyRequest(.init(requestID: request.id))))
            }
        }
        guard let action = chance.pickAny(actions) else { return unknownHousehold() }
        // Lists have no keys.
        let key: String? = if case .saving(.listGoals) = action { nil } else { maybeKey() }
        return call(bearer(of: parent()), action, key: key)
    }

    private mutating func ruleAcross() -> PlannedCall {
        let parent = parent()
        let victim = reference(chance.pick(other.members))
        let action = Action.setRule(rule(for: parent, named: victim))
        return call(bearer(of: parent), action, key: maybeKey())
    }

    private mutating func overrideAcross() -> PlannedCall {
        let action = Action.createOverride(
            API.Guardian.OverrideRequest(
                amountCents: chance.within(1...9_000),
                merchant: spelling(),
                userID: reference(chance.pick(other.members))
            )
        )
        return call(bearer(of: parent()), action, key: maybeKey())
    }

    private mutating func listAcross() -> PlannedCall {
        let victim = reference(chance.pick(other.members))
        let action = Action.listRules(API.Guardian.SubjectRequest(userID: victim))
        return call(bearer(of: anyMember()), action)
    }

    private mutating func noteAcross() -> PlannedCall {
        let id = chance.pickAny(other.recent.edited.things) ?? ID(.zero)
        let action = Action.annotateTransfer(id, category: "pets", notes: "not mine")
        return call(bearer(of: anyMember()), action)
    }

    /// From or to an account of the other household.
    private mutating func moneyAcross() -> PlannedTransfer {
        var plan = purchaseEntry()
        let account = chance.pick(other.accountOrder)
        if chance.oneIn(2) { plan.debit = account } else { plan.credit = account }
        return plan
    }

    private mutating func settlementAcross() -> PlannedTransfer? {
        guard let id = chance.pickAny(other.recent.pending) else { return nil }
        var plan = purchaseEntry()
        plan.phase = chance.pick(["post", "void"])
        plan.pending = id
        return plan
    }

    private mutating func reversalAcross() -> PlannedTransfer? {
        guard let id = chance.pickAny(other.recent.final.things) else { return nil }
        var plan = purchaseEntry()
        plan.reverses = id
        return plan
    }

    /// The same provider sends the same record to two households: two transfers.
    private mutating func sameRecordAcross() -> [[PlannedCall]] {
        guard let earlier = chance.pickAny(other.recent.recorded.things),
            case .recordTransfers(let plans, _) = earlier.action
        else { return recording([purchaseEntry()]) }
        var plan = purchaseEntry()
        plan.record = plans[0].record
        return recording([plan])
    }

    /// A key that another household's member used.
    private mutating func keyAcross() -> PlannedCall {
        guard let earlier = chance.pickAny(other.recent.keyed.things),
            case .authorizePurchase = earlier.action
        else { return call(bearer(of: anyMember()), .listRules(.init())) }
        return call(bearer(of: anyMember()), earlier.action, key: earlier.key)
    }

    /// A token that names one's own session and the other's member, or the other way round.
    private mutating func borrowedSession() -> PlannedCall {
        let own = bearer(of: anyMember())
        let foreign = chance.pick(chance.pick(other.present).sessions)
        let forged = Bearer(
            member: own.member,
            household: foreign.household,
            role: own.role,
            session: chance.oneIn(2) ? foreign.session : own.session
        )
        return call(forged, .authorizePurchase(purchase(by: home.members[0])), key: newKey())
    }

    private mutating func unknownHousehold() -> PlannedCall {
        let plan = purchaseEntry()
        let nobody = ID<Entity.Household>(RawID(high: chance.next(), low: chance.next()))
        return call(nil, .recordTransfers([plan], of: nobody))
    }
}
