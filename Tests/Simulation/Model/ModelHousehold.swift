import Kernel

/// What must be stored of a household, kept in plain values and by the contract's words alone.
struct ModelHousehold: Sendable {
    /// Its place in the world.
    let place: Int
    let id: ID<Entity.Household>
    let timeZone: String
    let almanac: Almanac
    let world: ID<Entity.Account>

    var members: [ModelMember] = []
    var accounts: [ID<Entity.Account>: ModelAccount] = [:]
    /// The accounts in the order they came, for choosing among them.
    var accountOrder: [ID<Entity.Account>] = []
    var transfers: [ID<Entity.Transfer>: ModelTransfer] = [:]
    var records: [String: ID<Entity.Transfer>] = [:]
    var annotations: [ID<Entity.Transfer>: ModelAnnotation] = [:]
    var decisions: [ID<Entity.Decision>: ModelDecision] = [:]
    var answers: [AnswerScope: ModelAnswer] = [:]
    /// How many links the chain must have.
    var links: Int64 = 0
    /// Permissions that were used.
    var usedOverrides = 0

    /// Ids that depend on which of several calls came first.
    var racing: Set<RawID> = []
    /// What later steps may choose from.
    var recent = Recent()

    /// The latest things of each kind.
    struct Recent: Sendable {
        var keyed = Ring<PlannedCall>()
        var recorded = Ring<PlannedCall>()
        var pending: [ID<Entity.Transfer>] = []
        var final = Ring<ID<Entity.Transfer>>()
        var edited = Ring<ID<Entity.Transfer>>()
    }

    /// A member's place among ``members``.
    func index(of member: ID<Entity.Member>) -> Int? {
        members.firstIndex { $0.id == member }
    }

    /// Whether a sign-in lives.
    func isLive(_ bearer: Bearer?) -> Bool {
        guard let bearer, let index = index(of: bearer.member) else { return false }
        return members[index].sessions.contains { $0.session == bearer.session }
    }

    var parents: [ModelMember] { members.filter(\.isParent) }
    var children: [ModelMember] { members.filter { !$0.isParent } }

    /// The accounts of a kind, in the order they came.
    func accounts(_ kind: String) -> [ID<Entity.Account>] {
        accountOrder.filter { accounts[$0]?.kind == kind }
    }

    mutating func add(_ account: ID<Entity.Account>, _ model: ModelAccount) {
        accounts[account] = model
        accountOrder.append(account)
    }
}

/// The last so many things.
struct Ring<Thing: Sendable>: Sendable {
    private(set) var things: [Thing] = []
    private var next = 0

    static var capacity: Int { 64 }

    mutating func append(_ thing: Thing) {
        if things.count < Self.capacity {
            things.append(thing)
        } else {
            things[next] = thing
        }
        next = (next + 1) % Self.capacity
    }
}
