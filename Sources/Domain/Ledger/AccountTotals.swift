import Kernel

/// What went out of and into an account, in minor units of its currency.
public struct AccountTotals: Hashable, Sendable {
    /// Posted amounts that left the account.
    public var postedDebitMinor: Int64
    /// Posted amounts that came in.
    public var postedCreditMinor: Int64
    /// Amounts that are about to leave.
    public var pendingDebitMinor: Int64
    /// Amounts that are about to come in.
    public var pendingCreditMinor: Int64

    /// Makes totals; those of a new account unless said.
    public init(
        postedDebitMinor: Int64 = 0,
        postedCreditMinor: Int64 = 0,
        pendingDebitMinor: Int64 = 0,
        pendingCreditMinor: Int64 = 0
    ) {
        self.postedDebitMinor = postedDebitMinor
        self.postedCreditMinor = postedCreditMinor
        self.pendingDebitMinor = pendingDebitMinor
        self.pendingCreditMinor = pendingCreditMinor
    }

    /// What the account holds: posted credits less posted debits.
    public var balanceMinor: Int64 { postedCreditMinor - postedDebitMinor }

    /// What may still leave an account that must not owe: the balance less what is about to leave.
    public var availableMinor: Int64 { balanceMinor - pendingDebitMinor }

    /// The totals after one side of a transfer.
    ///
    /// - Throws: ``PostingRefusal/overflow`` when a total would not fit.
    func applying(_ effect: Effect, to side: Side) throws(PostingRefusal) -> AccountTotals {
        var totals = self
        switch side {
        case .debit:
            totals.postedDebitMinor = try Self.sum(postedDebitMinor, effect.postedMinor)
            totals.pendingDebitMinor = try Self.sum(pendingDebitMinor, effect.pendingMinor)
        case .credit:
            totals.postedCreditMinor = try Self.sum(postedCreditMinor, effect.postedMinor)
            totals.pendingCreditMinor = try Self.sum(pendingCreditMinor, effect.pendingMinor)
        }
        return totals
    }

    private static func sum(_ left: Int64, _ right: Int64) throws(PostingRefusal) -> Int64 {
        let (sum, overflow) = left.addingReportingOverflow(right)
        guard !overflow, sum >= 0 else { throw .overflow }
        return sum
    }

    enum Side {
        case debit
        case credit
    }
}

/// How a transfer changes the totals of both its accounts.
struct Effect: Equatable {
    var postedMinor: Int64 = 0
    var pendingMinor: Int64 = 0
}
