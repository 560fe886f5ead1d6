import Kernel

/// What must be known of a member.
struct ModelMember: Sendable {
    let id: ID<Entity.Member>
    let isParent: Bool
    let email: String
    /// The profile of a child.
    var child: ID<Entity.Child>?
    /// Whether it was taken out of the household.
    var isRemoved = false
    /// The integer id; the engine's own choice.
    var number: Int64?
    /// Sign-ins that live.
    var sessions: [Bearer] = []
    /// A sign-in that ended.
    var ended: Bearer?
    /// What renews sign-ins.
    var refreshTokens: [ModelRefreshToken] = []
    /// Monthly limits by category.
    var rules: [String: ModelRule] = [:]
    /// Unused permissions, oldest first.
    var overrides: [OverrideKey: [ModelOverride]] = [:]
    /// Permissions that were used.
    var usedOverrides = 0
    /// Circles on the map, oldest first.
    var fences: [ModelFence] = []
    /// Where it was, in the order in which it told.
    var pings: [ModelPing] = []
    /// What it pays with, oldest first.
    var sources: [ModelSource] = []
    /// The accounts of a child.
    var wallet: ID<Entity.Account>?
    var jars: ModelJars?
    /// What a child saves for, oldest first.
    var goals: [ModelGoal] = []
    var chores: [ModelChore] = []
    var moneyRequests: [ModelMoneyRequest] = []
    /// Spending by category and day.
    var spent: [String: [Int: Int64]] = [:]

    /// The member's spending of a category in the month of a day, up to that day.
    func spent(_ category: String, through day: LocalDay) -> Int64 {
        guard let days = spent[category] else { return 0 }
        return (day.firstOfMonth...day.number).reduce(0) { $0 + (days[$1] ?? 0) }
    }

    /// Whether a child's wallet is what it pays with.
    var paysFromWallet: Bool { sources.contains { $0.isWallet && $0.isDefault } }
}

/// A monthly limit.
struct ModelRule: Equatable, Sendable {
    /// The integer id; the engine's own choice, which stays.
    let number: Int64
    var limit: Int64
}

/// What a permission is for.
struct OverrideKey: Hashable, Sendable {
    let merchant: String
    let amount: Int64
}

/// A permission for one purchase.
struct ModelOverride: Equatable, Sendable {
    let createdAtMS: Int64

    /// Valid from its creation for 300 seconds.
    func isValid(at nowMS: Int64) -> Bool {
        createdAtMS <= nowMS && nowMS < createdAtMS + 300_000
    }
}

/// A decision that was acknowledged.
struct ModelDecision: Equatable, Sendable {
    let member: ID<Entity.Member>
    let amount: Int64
    let merchant: String
    let category: String
    let answer: String
    let reason: String
    let limit: Int64?
    let spent: Int64?
    /// What was left in the wallet, where that was to pay.
    let wallet: Int64?
    let hadOverride: Bool
    let decidedAtMS: Int64
}

/// An answer that is remembered under a key.
struct ModelAnswer: Sendable {
    let action: Action
    let status: Int
    let body: String
    let madeAtMS: Int64

    /// Forgotten after a day.
    func isRemembered(at nowMS: Int64) -> Bool { nowMS < madeAtMS + 86_400_000 }
}

/// Who called what with which key.
struct AnswerScope: Hashable, Sendable {
    let caller: ID<Entity.Member>
    let operation: String
    let key: String
}
