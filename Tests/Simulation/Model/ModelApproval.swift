import Kernel

/// What a child asks for: the same is not asked twice while it waits.
struct AskedPurchase: Hashable, Sendable {
    let member: ID<Entity.Member>
    let key: OverrideKey
}

/// A child's request to be allowed a purchase that was declined.
struct ModelApproval: Sendable {
    /// The integer id, once a list told it.
    var number: Int64?
    let member: ID<Entity.Member>
    /// The decisions of which one is what it is about: several when they were made at once.
    var decisions: Set<ID<Entity.Decision>>
    let key: OverrideKey
    let merchant: String
    let category: String
    let reason: String
    let message: String
    let createdAtMS: Int64
    /// `pending`, `approved` or `refused`.
    var state = "pending"
    var decidedAtMS: Int64?

    /// The state by now: nobody decides it after a day.
    func state(at nowMS: Int64) -> String {
        state == "pending" && createdAtMS <= nowMS - 86_400_000 ? "expired" : state
    }
}
