import Contract
import Kernel

/// What must be known of a policy.
struct ModelPolicy: Sendable {
    /// What it says.
    struct Terms: Sendable, Equatable {
        var name: String
        var member: ID<Entity.Member>?
        var when: API.Guardian.Condition
        var then: API.Guardian.PolicyAction
    }

    /// A change that waits.
    struct Pending: Sendable {
        var state: API.Guardian.PolicyState?
        var terms: Terms?
        let askedBy: ID<Entity.Member>
        let takesEffectAtMS: Int64
    }

    let id: ID<Entity.Policy>
    var terms: Terms
    var state = API.Guardian.PolicyState.draft
    /// The link of its last change.
    var version: Int64
    let createdBy: ID<Entity.Member>
    let createdAtMS: Int64
    var pending: Pending?

    /// How long what loosens waits, unless a household says otherwise.
    static let looseningMS: Int64 = 24 * 3_600_000

    /// Whether it is for a member's purchases.
    func applies(to member: ID<Entity.Member>) -> Bool {
        terms.member == nil || terms.member == member
    }

    /// Whether its change waits no longer, or will not when a call was tried a few times.
    func isDue(by nowMS: Int64) -> Bool {
        pending.map { $0.takesEffectAtMS <= nowMS + 60_000 } ?? false
    }

    func isOlder(than other: ModelPolicy) -> Bool {
        (createdAtMS, id) < (other.createdAtMS, other.id)
    }

    /// Whether other terms may let through what these stop.
    func isLoosened(by new: Terms) -> Bool {
        let (old, bounds) = (Self.bounds(of: terms.when.json), Self.bounds(of: new.when.json))
        return new.member != terms.member || new.then.strictness < terms.then.strictness
            || Self.frame(terms.when.json) != Self.frame(new.when.json)
            || zip(old, bounds).contains { $0 < $1 }
    }

    private static let lower = ["more_than", "at_least"]

    /// The figures that tighten when they are lowered, in the order in which they stand.
    private static func bounds(of json: JSON) -> [Int64] {
        switch json {
        case .object(let members):
            members.flatMap { member in
                lower.contains(member.key) ? [number(member.value)] : bounds(of: member.value)
            }
        case .array(let values): values.flatMap(bounds)
        default: []
        }
    }

    /// A condition without those figures.
    private static func frame(_ json: JSON) -> JSON {
        switch json {
        case .object(let members):
            .object(
                members.map {
                    JSON.Member($0.key, lower.contains($0.key) ? .null : frame($0.value))
                }
            )
        case .array(let values): .array(values.map(frame))
        default: json
        }
    }

    static func number(_ json: JSON?) -> Int64 {
        guard case .number(let text)? = json, let number = Int64(text) else {
            preconditionFailure("the simulation's conditions have whole numbers")
        }
        return number
    }
}

extension API.Guardian.PolicyAction {
    /// A stricter one has a higher number.
    var strictness: Int {
        switch self {
        case .decline: 2
        case .ask: 1
        case .warn: 0
        }
    }
}

/// A purchase that conditions are asked about, by the contract's words alone.
struct PolicyPurchase {
    let amount: Int64
    let category: String
    let merchantKey: String
    let member: ModelMember
    let day: LocalDay

    /// Whether a condition is true, read from its JSON and answered from all that was spent.
    func makes(_ condition: JSON) -> Bool {
        guard let member = condition.members.first, condition.members.count == 1 else {
            preconditionFailure("a condition has one key")
        }
        switch (member.key, member.value) {
        case ("all", .array(let parts)): return parts.allSatisfy(makes)
        case ("any", .array(let parts)): return parts.contains(where: makes)
        case ("not", let part): return !makes(part)
        case ("category", .array(let names)): return names.contains(.string(category))
        case ("merchant", .array(let names)): return names.contains(.string(merchantKey))
        case ("amount", let leaf): return amount >= ModelPolicy.number(leaf["at_least"])
        case ("spent", let leaf):
            return spent(leaf) + amount > ModelPolicy.number(leaf["more_than"])
        default: preconditionFailure("\(member.key) is no question of the simulation")
        }
    }

    private func spent(_ leaf: JSON) -> Int64 {
        let first: Int
        switch leaf["window"] {
        case .string("day")?: first = day.number
        // The first of January 1970 was a Thursday.
        case .string("week")?: first = day.number - (day.number + 3) % 7
        default: first = day.firstOfMonth
        }
        let isOfCategory = leaf["over"] == .array([.string("category")])
        let sums = member.spent.filter { !isOfCategory || $0.key == category }.values
        return sums.reduce(0) { sum, days in
            (first...day.number).reduce(sum) { $0 + (days[$1] ?? 0) }
        }
    }
}
