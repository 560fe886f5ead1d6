import Allowance
import Kernel
import Ledger
import SQL
import Store

extension LedgerWriter {
    /// Records what is owed to a child up to today; before its terms are changed.
    ///
    /// - Returns: The child with its schedule moved on.
    /// - Throws: `DatabaseError` `unique` when a day was recorded before.
    func recordOwedDues(of child: ChildProfile, _ call: Call) throws -> ChildProfile {
        let days = child.schedule.owedDays(through: zone.day(of: call.now), most: .max)
        guard !days.isEmpty else { return child }
        var recorded = child
        recorded.schedule.record(days)
        try Allowances.move([(child.id, recorded.schedule)], in: session)
        let dues = days.map { day in
            NewDue(AllowanceDue(of: child.id, on: day, by: child.schedule), of: household.id)
        }
        try AllowanceDues.insert(dues, now: call.now, in: session)
        return recorded
    }

    /// Pays what the household owes its children, as far as its pool goes.
    mutating func settleDues(_ call: Call) throws {
        let payer = Payer(household: household, head: head, account: try payer(), owes: true)
        var payments = DuePayments(call)
        _ = try payments.open([payer], in: session)
        try payments.settle(in: session)
        follow(payments.head(of: household.id))
    }
}

extension AllowanceDue {
    /// What is due on a day by a child's schedule as it stands.
    init(of child: ID<Entity.Child>, on day: CivilDay, by schedule: Schedule) {
        self.init(
            child: child,
            day: day,
            amountMinor: schedule.amountMinor,
            frequency: schedule.rhythm.frequency
        )
    }
}

extension NewTransfer {
    /// The payment of a due day.
    static func allowance(
        _ due: AllowanceDue,
        _ currency: Currency,
        from payer: ID<Entity.Account>,
        to wallet: ID<Entity.Account>,
        at now: Timestamp
    ) -> NewTransfer {
        NewTransfer(
            debitAccount: payer,
            creditAccount: wallet,
            amount: Money(minor: due.amountMinor, currency: currency),
            kind: .allowance,
            details: Transfer.Details(text: DueText.description(due.day, due.frequency)),
            occurredAt: now
        )
    }
}

/// What came of paying what was owed.
struct SettledDues: Sendable, Equatable {
    /// The due days that were paid, in the order of payment.
    var payments: [AllowanceDue] = []
    /// What went wrong, in words for the operator's log.
    var failures: [String] = []

    /// How many due days were paid.
    var paid: Int { payments.count }
}
