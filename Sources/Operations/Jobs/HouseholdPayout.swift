import Kernel
import Ledger
import SQL
import Store

/// What came of paying one household.
struct HouseholdPayout: Sendable, Equatable {
    /// The children who were paid or are owed something.
    private(set) var children: [ChildPayout] = []
    /// What went wrong, in words for the operator's log.
    private(set) var failures: [String] = []
}

extension AllowanceOperations {
    /// Records what is due of the children of households, and pays what is owed to them: each
    /// household as far as it can be paid.
    ///
    /// Everything is recorded before anything is paid, because what is owed is paid in strict order
    /// across the children of a household.
    ///
    /// - Throws: What failed; nothing may be kept of any of them then.
    func payHouseholds(
        _ households: [ID<Entity.Household>],
        _ call: Call,
        in session: any Session
    ) throws -> [HouseholdVisit] {
        let payers = try Payees.payers(households, in: session)
        var payments = DuePayments(call)
        let unreadable = Set(try payments.open(payers, in: session))
        try payments.recordDueDays(in: session)
        try payments.settle(in: session)
        let paid = payers.flatMap { payer in
            payments.settled(payer.household.id).payments.map {
                PaidAllowance(due: $0, currency: payer.household.currency)
            }
        }
        try notices.tellPaid(paid, call, in: session)
        var visits: [HouseholdVisit] = []
        for payer in payers where !unreadable.contains(payer.household.id) {
            let household = payer.household
            var payout = HouseholdPayout()
            payout.note(payments.settled(household.id), in: household)
            if payments.leavesDues(of: household.id) {
                try payout.noteOwed(by: household, in: session)
            }
            visits.append(HouseholdVisit(household: household.id, outcome: .success(payout)))
        }
        let readable = Set(visits.map(\.household))
        return visits
            + households.filter { !readable.contains($0) }.map { id in
                let error = DatabaseError(.corrupt, "a household has no time zone or no account")
                return HouseholdVisit(household: id, outcome: .failure(error))
            }
    }
}

extension HouseholdPayout {
    fileprivate mutating func note(_ settled: SettledDues, in household: HouseholdRecord) {
        failures += settled.failures
        for due in settled.payments { notePaid(due, in: household) }
    }

    private mutating func notePaid(_ due: AllowanceDue, in household: HouseholdRecord) {
        change(due.child, in: household) { child in
            child.paidDays.append(due.day)
            child.paidMinor += due.amountMinor
        }
    }

    fileprivate mutating func noteOwed(
        by household: HouseholdRecord,
        in session: any Session
    ) throws {
        var count = 0
        while true {
            let dues = try AllowanceDues.owed(
                by: household.id,
                skipping: count,
                most: Limits.duesAtOnce,
                in: session
            )
            for due in dues {
                change(due.child, in: household) { child in
                    child.owedDays.append(due.day)
                    child.owedMinor += due.amountMinor
                }
            }
            count += dues.count
            guard dues.count == Limits.duesAtOnce else { return }
        }
    }

    private mutating func change(
        _ id: ID<Entity.Child>,
        in household: HouseholdRecord,
        _ change: (inout ChildPayout) -> Void
    ) {
        if let index = children.firstIndex(where: { $0.child == id }) {
            change(&children[index])
        } else {
            var child = ChildPayout(
                household: household.id,
                child: id,
                currency: household.currency
            )
            change(&child)
            children.append(child)
        }
    }
}
