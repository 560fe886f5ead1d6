import Contract
import Kernel

/// Plans one step from chance and from what is known of a household.
struct Planner {
    var chance: Chance
    let home: ModelHousehold
    /// Another household, whose things must stay out of reach.
    let other: ModelHousehold
    let nowMS: Int64
    /// Whether the engine fails now and then.
    let hasFaults: Bool
    /// The only kinds of steps to plan; all when there is none.
    var kinds: Set<String> = []

    var probes: Set<Probe> = []
    var isRace = false
    var reachesOther = false
    /// Whether transfers come of it that no answer tells of.
    var looks = false

    /// The kinds of steps.
    enum Kind: String, CaseIterable, Codable {
        case authorize
        case permit
        case transfer
        case annotate
        case setRule
        case listRules
        case repeatCall
        case reachAcross
        case signOut
        case grow
        case burst
        case limit
        case approve
        case charge
        case pay
        case locate
        case chore
        case save
        case ask
        case renew
        case remove
        case move
        case policy
        /// Planned beside the others; see ``Simulator/bankRound(atMost:)``.
        case bank
    }

    private static let weights: [(weight: Int, thing: Kind)] = [
        (300, .authorize), (80, .permit), (260, .transfer), (90, .annotate), (80, .setRule),
        (20, .listRules), (80, .repeatCall), (40, .reachAcross), (15, .signOut), (3, .grow),
        (32, .burst), (14, .limit), (50, .approve), (80, .charge), (24, .pay), (50, .locate),
        (50, .chore), (50, .save), (36, .ask), (36, .renew), (3, .remove), (2, .move),
        (60, .policy),
    ]

    /// Plans a step of a kind that chance decides.
    mutating func step() -> PlannedStep {
        let kind = chance.pick(
            Self.weights.filter { kinds.isEmpty || kinds.contains($0.thing.rawValue) }
        )
        return step(of: kind)
    }

    /// Plans a step of a kind.
    mutating func step(of kind: Kind) -> PlannedStep {
        let waves = waves(kind)
        return planned(kind, waves)
    }

    /// A step of calls, with what they ask to be looked at.
    func planned(_ kind: Kind, _ waves: [[PlannedCall]]) -> PlannedStep {
        PlannedStep(
            title: kind.rawValue,
            places: reachesOther ? [home.place, other.place] : [home.place],
            waves: waves,
            isRace: isRace,
            probes: probes.sorted { ($0.member, $0.guardian) < ($1.member, $1.guardian) },
            looksAfter: looks ? home.links : nil
        )
    }

    private mutating func waves(_ kind: Kind) -> [[PlannedCall]] {
        switch kind {
        case .authorize: authorize()
        case .permit: permit()
        case .transfer: transfer()
        case .annotate: annotate()
        case .setRule: setRule()
        case .listRules: listRules()
        case .repeatCall: repeatCall()
        case .reachAcross: reachAcross()
        case .signOut: signOut()
        case .grow: grow()
        case .burst: burst()
        case .limit: limit()
        case .approve: approve()
        case .charge: charge()
        case .pay: pay()
        case .locate: locate()
        case .chore: chore()
        case .save: save()
        case .ask: ask()
        case .renew: renew()
        case .remove: remove()
        case .move: move()
        case .policy: policy()
        case .bank: bank()
        }
    }

    // MARK: Calls

    /// Plans a call, now unless said otherwise.
    mutating func call(
        _ bearer: Bearer?,
        _ action: Action,
        key: String? = nil,
        atMS: Int64? = nil,
        home place: Int? = nil,
        mayFail: Bool = true
    ) -> PlannedCall {
        PlannedCall(
            number: chance.next(),
            home: place ?? home.place,
            bearer: bearer,
            action: action,
            nowMS: atMS ?? nowMS,
            key: key,
            isReordered: chance.oneIn(4),
            faults: mayFail && hasFaults && chance.oneIn(12) ? faults(action, key) : []
        )
    }

    /// A key that was never used.
    mutating func newKey() -> String {
        let key = "key-" + String(chance.next(), radix: 36)
        return chance.oneIn(50) ? key + String(repeating: "ü", count: 255 - key.count) : key
    }

    /// A key, or now and then none.
    mutating func maybeKey() -> String? { chance.oneIn(8) ? nil : newKey() }

    mutating func faults(_ action: Action, _ key: String?) -> [Fault] {
        if chance.oneIn(10) { return [fault(chance.pick(Fault.lasting), mayLoseAnswer: false)] }
        return (0...chance.below(3)).map { _ in
            fault(
                chance.pick(Fault.passing),
                mayLoseAnswer: action.isRepeatable(withKey: key != nil)
            )
        }
    }

    private mutating func fault(_ code: String, mayLoseAnswer: Bool) -> Fault {
        switch chance.below(mayLoseAnswer ? 3 : 2) {
        case 0: .beforeWork(code)
        case 1: .atStatement(1 + chance.below(14), code)
        default: .answerLost(code)
        }
    }

    // MARK: People

    /// A member's sign-in.
    mutating func bearer(of member: ModelMember) -> Bearer { chance.pick(member.sessions) }

    mutating func anyMember() -> ModelMember { chance.pick(home.present) }

    mutating func parent() -> ModelMember { chance.pick(home.parents) }

    /// A member as another one names it: by UUID or by integer id.
    mutating func reference(_ member: ModelMember) -> MemberReference {
        if let number = member.number, chance.oneIn(2) { return MemberReference(String(number)) }
        return MemberReference(member.id.text)
    }

    mutating func spelling() -> String { chance.pick(chance.pick(Menu.merchants).spellings) }
}

extension Action {
    /// Whether doing it twice is harmless, so that a lost answer may be asked for again.
    fileprivate func isRepeatable(withKey hasKey: Bool) -> Bool {
        switch self {
        case .authorizePurchase, .setRule, .createOverride, .registerChild, .guarding, .ruling,
            .funding, .saving, .doing, .asking, .removeChild:
            hasKey
        case .listRules, .annotateTransfer, .renewing(.exchangeToken): true
        case .insights(let action): action.isRepeatable
        case .recordTransfers(let plans, _): plans.allSatisfy { $0.record != nil }
        case .chargeCard: hasKey
        case .logoutUser, .loginMember, .openAccount, .renewing, .changeTimeZone, .banking: false
        }
    }
}
