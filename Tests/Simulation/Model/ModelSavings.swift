import Contract
import Kernel

/// The accounts a child has beside its wallet.
struct ModelJars: Sendable {
    var save: ID<Entity.Account>
    var give: ID<Entity.Account>
}

/// Something that a child saves for.
struct ModelGoal: Sendable {
    let id: ID<Entity.Goal>
    var name: String
    var target: Int64
    let createdAtMS: Int64
}

/// A task with a reward.
struct ModelChore: Sendable {
    let id: ID<Entity.Chore>
    let title: String
    let reward: Int64
    var state = API.Allowance.ChoreState.assigned
    let assignedAtMS: Int64
    var doneAtMS: Int64?
    var decidedAtMS: Int64?
    var reason: String?
    var transfer: ID<Entity.Transfer>?
}

/// Money that a child asked for.
struct ModelMoneyRequest: Sendable {
    let id: ID<Entity.MoneyRequest>
    let amount: Int64
    let purpose: String
    var state = API.Allowance.MoneyRequestState.pending
    let askedAtMS: Int64
    var decidedAtMS: Int64?
    var message: String?
    var transfer: ID<Entity.Transfer>?
}

/// What renews a sign-in.
struct ModelRefreshToken: Sendable {
    let token: String
    let session: ID<Entity.Session>
    /// When its session began.
    let begunAtMS: Int64
    let expiresAtMS: Int64
    var rotatedAtMS: Int64?
    var successor: String?
}
