import Kernel

/// A transaction as a sandbox bank has it.
struct SandboxRecord: Sendable, Equatable {
    /// What its id is made of.
    let number: UInt64
    /// The number that it had while it was pending.
    var pending: UInt64?
    /// The place of its account in the item.
    let account: Int
    /// The amount in cents; more than zero is money out of the account.
    var amountMinor: Int64
    /// The day it happened or posted.
    var day: CivilDay
    /// The day the member made it.
    let authorizedDay: CivilDay
    /// Who it was with, by its place in ``SandboxMerchant/all``.
    let merchant: Int
    /// Whether the bank calls it by its other name.
    var isRenamed = false
    /// Whether it is not settled.
    var isPending: Bool
}
