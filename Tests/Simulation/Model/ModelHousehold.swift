import Kernel

/// What must be stored of a household, kept in plain values and by the contract's words alone.
struct ModelHousehold: Sendable {
    /// Its place in the world.
    let place: Int
    let id: ID<Entity.Household>
    var timeZone: String
    var almanac: Almanac
    let world: ID<Entity.Account>

    var members: [ModelMember] = []
    var accounts: [ID<Entity.Account>: ModelAccount] = [:]
    /// The accounts in the order they came, for choosing among them.
    var accountOrder: [ID<Entity.Account>] = []
    var transfers: [ID<Entity.Transfer>: ModelTransfer] = [:]
    var records: [String: ID<Entity.Transfer>] = [:]
    var annotations: [ID<Entity.Transfer>: ModelAnnotation] = [:]
    var decisions: [ID<Entity.Decision>: ModelDecision] = [:]
    /// Decisions by their amount, in the order in which they were made.
    var decisionsByAmount: [Int64: [ID<Entity.Decision>]] = [:]
    var approvals: [ModelApproval] = []
    /// Policies, in the order in which they were made.
    var policies: [ModelPolicy] = []
    /// The requests about one purchase, by their places, the newest last.
    var approvalsByPurchase: [AskedPurchase: [Int]] = [:]
    var charges: [ModelCharge] = []
    /// The charges that are asked about now or later, by their places.
    var openCharges: Set<Int> = []
    /// The account at a bank that the first member may link.
    var bank: ModelBank?
    /// Transfers and accounts of which only the engine knows the ids, until they are met.
    var unnamed: [UnnamedTransfer] = []
    var newAccounts: [UnnamedAccount] = []
    var opened: UInt64 = 0
    var answers: [AnswerScope: ModelAnswer] = [:]
    /// How many links the chain must have.
    var links: Int64 = 0
    /// Whether what is settled was done at the same time as other calls.
    var isRacing = false

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

    /// Those who were not taken out.
    var present: [ModelMember] { members.filter { !$0.isRemoved } }
    var parents: [ModelMember] { members.filter(\.isParent) }
    var children: [ModelMember] { members.filter { !$0.isParent && !$0.isRemoved } }

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
