public import Kernel

/// What came of one run that pays allowances.
public struct PayoutReport: Sendable, Equatable {
    /// Households that were looked at.
    public internal(set) var households = 0
    /// Due days that were paid.
    public internal(set) var paid = 0
    /// Due days that are still owed: their pool does not hold enough, or their payment failed.
    public internal(set) var owed = 0
    /// Children and households for whom something went wrong; a later run tries again.
    public internal(set) var failed = 0
    /// What went wrong, in words for the operator's log; the first ``Limits/payoutFailuresTold``.
    public internal(set) var failures: [String] = []

    /// Makes the report of a run that has done nothing yet.
    public init() {}

    mutating func note(_ failure: String) {
        failed += 1
        if failures.count < Limits.payoutFailuresTold { failures.append(failure) }
    }
}

/// What a run did for a child, or would do.
public struct ChildPayout: Sendable, Equatable {
    /// The family.
    public let household: ID<Entity.Household>
    /// The child.
    public let child: ID<Entity.Child>
    /// The currency of the amounts.
    public let currency: Currency
    /// The due days that were paid, oldest first.
    public internal(set) var paidDays: [CivilDay] = []
    /// What was paid for them, in minor units.
    public internal(set) var paidMinor: Int64 = 0
    /// The due days that are still owed, oldest first.
    public internal(set) var owedDays: [CivilDay] = []
    /// What is owed for them, in minor units.
    public internal(set) var owedMinor: Int64 = 0

    init(household: ID<Entity.Household>, child: ID<Entity.Child>, currency: Currency) {
        self.household = household
        self.child = child
        self.currency = currency
    }
}
