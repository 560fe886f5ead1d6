import Allowance
import Kernel
import Ledger
import SQL
import Store

extension LedgerWriter {
    /// Records due days of a child as owed; paying them is up to ``settleDues(_:)``.
    ///
    /// `days`: Oldest first, as the child's schedule tells them.
    /// Returns the child with its schedule moved on.
    /// Throws `DatabaseError` `unique` when a day was recorded before.
    func recordDues(
        _ days: [CivilDay],
        of child: ChildProfile,
        _ call: Call
    ) throws -> ChildProfile {
        guard !days.isEmpty else { return child }
        var recorded = child
        recorded.schedule.record(days)
        // Comes before the days themselves: of two runs at once, one then loses with a conflict
        // that is tried again, and not with a day that is there already.
        try Allowances.save(recorded.schedule, of: child.id, in: session)
        let dues = days.map { day in
            NewDue(AllowanceDue(of: child.id, on: day, by: child.schedule), of: household.id)
        }
        try AllowanceDues.insert(dues, now: call.now, in: session)
        return recorded
    }

    /// Records what is owed to a child up to today; before its terms are changed.
    ///
    /// - Returns: The child with its schedule moved on.
    func recordOwedDues(of child: ChildProfile, _ call: Call) throws -> ChildProfile {
        var child = child
        let today = zone.day(of: call.now)
        while true {
            let days = child.schedule.owedDays(through: today, most: Limits.duesAtOnce)
            guard !days.isEmpty else { return child }
            child = try recordDues(days, of: child, call)
        }
    }

    /// Records what is due of a child up to today, as a run finds it: all of it, or nothing.
    func recordDueDays(of child: ChildProfile, _ call: Call) throws {
        let today = zone.day(of: call.now)
        let first = child.schedule.dueDays(through: today, most: Limits.duesAtOnce)
        guard !first.isEmpty else { return }
        try session.savepoint {
            var child = child
            var days = first
            while !days.isEmpty {
                child = try recordDues(days, of: child, call)
                days = child.schedule.dueDays(through: today, most: Limits.duesAtOnce)
            }
        }
    }

    /// Pays what the household owes its children, in strict order: by due day, then by the
    /// children's age in the family, until the pool does not hold enough for the next.
    ///
    /// A payment that fails leaves the later ones of that child for another time, and stops nobody
    /// else's.
    mutating func settleDues(_ call: Call) throws -> SettledDues {
        var settled = SettledDues()
        let payer = try payer()
        var available = payer.kind.mayOverdraw ? nil : payer.totals.availableMinor
        var failed: Set<ID<Entity.Child>> = []
        var left = 0
        while true {
            let dues = try AllowanceDues.owed(
                by: household.id,
                skipping: left,
                most: Limits.duesAtOnce,
                in: session
            )
            for due in dues {
                guard !failed.contains(due.child) else {
                    left += 1
                    continue
                }
                if let held = available {
                    guard held >= due.amountMinor else { return settled }
                    available = held - due.amountMinor
                }
                do {
                    var ledger = self
                    try session.savepoint { try ledger.pay(due, from: payer.id, call) }
                    self = ledger
                    settled.payments.append(due)
                } catch let error as DatabaseError where error.isRetryable {
                    throw error
                } catch {
                    failed.insert(due.child)
                    left += 1
                    if let held = available { available = held + due.amountMinor }
                    settled.failures.append("child \(due.child): \(error)")
                }
            }
            guard dues.count == Limits.duesAtOnce else { return settled }
        }
    }

    private mutating func pay(
        _ due: AllowanceDue,
        from payer: ID<Entity.Account>,
        _ call: Call
    ) throws {
        let child = try Children.find(due.child, of: household.id, in: session)
            .orCorrupt("a child is owed and is not there")
        let transfer = try record(
            .allowance(due, household.currency, from: payer, to: child.wallet, at: call.now),
            call
        )
        try fillJars(of: child, from: due.amountMinor, call)
        try AllowanceDues.pay(due, by: transfer, in: session)
        try Allowances.notePaid(due.day, to: due.child, in: session)
    }

    /// Puts the parts of an allowance that are saved and given where they belong.
    private mutating func fillJars(
        of child: ChildProfile,
        from minor: Int64,
        _ call: Call
    ) throws {
        guard child.hasJars else { return }
        let jars = try Jars.list(of: child.id, in: session)
        guard let save = jars.first(where: { $0.kind == .save }),
            let give = jars.first(where: { $0.kind == .give }),
            let split = Split(savePercent: save.percent, givePercent: give.percent)
        else { return }
        let parts = split.parts(of: minor)
        let moves = [(save, parts.saveMinor, "To savings"), (give, parts.giveMinor, "To giving")]
        for (jar, part, text) in moves where part > 0 {
            _ = try move(
                Money(minor: part, currency: household.currency),
                from: child.wallet,
                to: jar.account,
                as: .own,
                text,
                by: nil,
                call
            )
        }
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
