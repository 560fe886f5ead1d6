import Kernel

/// A transfer that was acknowledged.
struct ModelTransfer: Sendable {
    let plan: PlannedTransfer
    var day: LocalDay
    let recordedAtMS: Int64
    var settledBy: ID<Entity.Transfer>?
    var reversedBy: ID<Entity.Transfer>?
    /// What it adds to its member's spending now.
    var counted: ModelSpend?

    /// Whether its money has moved.
    var isFinal: Bool { plan.phase == "posted" || plan.phase == "post" }
}

/// What a purchase counts as.
struct ModelSpend: Equatable, Sendable {
    let member: ID<Entity.Member>
    let day: LocalDay
    let category: String
    let guardian: String
    let merchantKey: String
    let amount: Int64
}

/// What a member made of a transfer.
struct ModelAnnotation: Equatable, Sendable {
    let category: String?
    let notes: String?
}
