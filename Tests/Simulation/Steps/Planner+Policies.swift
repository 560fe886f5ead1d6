import Contract
import Kernel

extension Planner {
    /// A policy is made, tried, made live, tightened, loosened, ended or listed, and then something
    /// is bought that it may be about.
    mutating func policy() -> [[PlannedCall]] {
        let change = chance.oneIn(6) ? policyList() : policyChange()
        let buyer = chance.pickAny(home.children) ?? parent()
        let purchase = Action.authorizePurchase(purchase(by: buyer))
        return [[change], [call(bearer(of: buyer), purchase, key: maybeKey())]]
    }

    private mutating func policyChange() -> PlannedCall {
        // What is due takes effect by a job, at a time of its own.
        let open = home.policies.filter { $0.state != .retired && !$0.isDue(by: nowMS) }
        let isFew = open.count < 3 || chance.oneIn(3)
        guard let policy = chance.pickAny(open), !isFew || home.policies.count >= 60 else {
            return home.policies.count < 60 ? newPolicy() : policyList()
        }
        if policy.pending != nil { return decision(of: policy) }
        guard policy.state == .live else {
            return chance.oneIn(3) ? terms(of: policy) : step(of: policy)
        }
        if let child = policy.terms.member.flatMap({ home.index(of: $0) }),
            !home.members[child].isParent, chance.oneIn(4)
        {
            return escape(home.members[child], policy)
        }
        guard chance.oneIn(3) else { return terms(of: policy) }
        return ruling(.step(.init(policy.id, state: .retired)))
    }

    private mutating func policyList() -> PlannedCall {
        let states: [API.Guardian.PolicyState?] = [nil, nil, .live, .shadow, .retired]
        let input = API.Guardian.PoliciesRequest(state: chance.pick(states))
        return call(bearer(of: anyMember()), .ruling(.list(input)))
    }

    private mutating func newPolicy() -> PlannedCall {
        let child = chance.pickAny(home.children)
        if let child, chance.oneIn(5) {
            // A child may bind itself, and nobody else.
            let isOwn = !chance.oneIn(3)
            let input = input(for: isOwn ? child : nil, mayAsk: isOwn)
            return call(bearer(of: child), .ruling(.create(input)), key: maybeKey())
        }
        let member = chance.oneIn(4) ? nil : chance.oneIn(4) ? parent() : child
        let input = input(for: member, mayAsk: member.map { !$0.isParent } ?? false)
        return ruling(.create(input))
    }

    /// `mayAsk`: Whether its answer may be a question to a parent, whom a child has for certain.
    private mutating func input(
        for member: ModelMember?,
        mayAsk: Bool
    ) -> API.Guardian.PolicyInput {
        let names = home.policies.map(\.terms.name)
        let isTaken = !names.isEmpty && chance.oneIn(12)
        return API.Guardian.PolicyInput(
            name: isTaken ? chance.pick(names) : policyName(),
            userID: member.map { reference($0) },
            when: condition(),
            then: chance.pick(mayAsk ? [.decline, .ask, .warn] : [.decline, .warn, .warn])
        )
    }

    private mutating func policyName() -> String { "Policy \(chance.below(1_000_000_000))" }

    private mutating func condition() -> API.Guardian.Condition {
        let bound = chance.within(1...40_000)
        let category = chance.pick(["fun", "fast_food", "groceries", "pets"])
        let merchant = chance.pick(Menu.merchants).key
        let span: API.Guardian.PolicySpan = chance.pick([.day, .week, .month])
        switch chance.below(5) {
        case 0: return .all([.category(category), .amount(atLeast: bound)])
        case 1: return .spent(in: span, moreThan: bound)
        case 2: return .spent(in: span, over: [.category], moreThan: bound)
        case 3: return .any([.merchant(merchant), .spent(in: span, moreThan: 4 * bound)])
        default: return .all([.not(.merchant(merchant)), .amount(atLeast: 2 * bound)])
        }
    }

    /// A draft goes into shadow, or either becomes live, where not many are.
    private mutating func step(of policy: ModelPolicy) -> PlannedCall {
        let live = home.policies.count { $0.state == .live && !$0.isDue(by: nowMS) }
        let other: API.Guardian.PolicyStep = policy.state == .draft ? .shadow : .draft
        let states = [other, .retired] + (live < 4 ? [.live, .live, .live] : [])
        return ruling(.step(.init(policy.id, state: chance.pick(states))))
    }

    /// What is pending is stopped; that whoever asked for it confirms it is no way around waiting.
    private mutating func decision(of policy: ModelPolicy) -> PlannedCall {
        ruling(.step(.init(policy.id, state: chance.oneIn(3) ? .confirm : .cancel)))
    }

    /// Other terms: lower figures, higher ones, or another name; of a version perhaps old.
    private mutating func terms(of policy: ModelPolicy) -> PlannedCall {
        let factor = chance.pick([(1, 2), (1, 2), (2, 1), (1, 1)] as [(Int64, Int64)])
        let member = policy.terms.member.flatMap { home.index(of: $0) }.map { home.members[$0] }
        let version = policy.version - (chance.oneIn(5) ? 1 : 0)
        let input = API.Guardian.PolicyInput(
            name: policyName(),
            userID: member.map { reference($0) },
            when: API.Guardian.Condition(
                Self.scaled(policy.terms.when.json, by: factor.0, over: factor.1)
            ),
            then: policy.terms.then
        )
        let tag = chance.oneIn(2) ? VersionTag(version) : nil
        return ruling(.update(API.Guardian.PolicyUpdate(policy.id, input, ifMatch: tag)))
    }

    private static func scaled(_ json: JSON, by factor: Int64, over divisor: Int64) -> JSON {
        switch json {
        case .object(let members):
            .object(members.map { .init($0.key, scaled($0.value, by: factor, over: divisor)) })
        case .array(let values): .array(values.map { scaled($0, by: factor, over: divisor) })
        case .number(let text):
            .number(String(min((Int64(text) ?? 0) * factor / divisor, 1_000_000_000_000)))
        default: json
        }
    }

    /// A child loosens or ends what binds it.
    private mutating func escape(_ child: ModelMember, _ policy: ModelPolicy) -> PlannedCall {
        let step = chance.pick([.retired, .draft] as [API.Guardian.PolicyStep])
        let action = PolicyAction.step(.init(policy.id, state: step))
        return call(bearer(of: child), .ruling(action), key: maybeKey())
    }

    private mutating func ruling(_ action: PolicyAction) -> PlannedCall {
        call(bearer(of: parent()), .ruling(action), key: maybeKey())
    }
}
