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
    /// Pays households, each as far as it can be paid.
    ///
    /// - Throws: `DatabaseError` that another try may not meet; all of them wait for it.
    func payHouseholds(
        _ households: [ID<Entity.Household>],
        _ call: Call,
        in session: any Session
    ) throws -> [HouseholdVisit] {
        try households.map { id in
            do {
                let payout = try session.savepoint { try payHousehold(id, call, in: session) }
                return HouseholdVisit(household: id, outcome: .success(payout))
            } catch let error as DatabaseError where error.isRetryable {
                throw error
            } catch {
                return HouseholdVisit(household: id, outcome: .failure(error))
            }
        }
    }

    /// Records what is due of a household's children, and pays what it owes them.
    ///
    /// Everything is recorded before anything is paid, because what is owed is paid in strict order
    /// across the children.
    ///
    /// - Parameters:
    ///   - id: The household.
    ///   - call: What surrounds the run.
    ///   - session: The transaction.
    /// - Returns: What came of it; one child's failure leaves the others' payments as they are.
    /// - Throws: What failed; nothing may be kept of it then.
    private func payHousehold(
        _ id: ID<Entity.Household>,
        _ call: Call,
        in session: any Session
    ) throws -> HouseholdPayout {
        guard let head = try Households.head(of: id, in: session) else {
            throw DatabaseError(.corrupt, "a schedule belongs to no household")
        }
        var ledger = try LedgerWriter(head, catalogue, in: session)
        var payout = HouseholdPayout()
        for child in try Children.list(of: id, in: session) {
            try payout.attempt(child.id) { try ledger.recordDueDays(of: child, call) }
        }
        payout.note(try ledger.settleDues(call), in: ledger.household)
        try payout.noteOwed(by: ledger.household, in: session)
        return payout
    }
}

extension HouseholdPayout {
    /// Does something for one child; its failure is noted and stops nobody else's.
    ///
    /// - Throws: `DatabaseError` that another try may not meet; the whole household waits for it.
    fileprivate mutating func attempt(_ child: ID<Entity.Child>, _ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as DatabaseError where error.isRetryable {
            throw error
        } catch {
            failures.append("child \(child): \(error)")
        }
    }

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
