import Allowance
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Pays what is due of several households in one transaction, as far as that is simple: of a
    /// household without a pool, that owes nothing yet, and of children without jars.
    ///
    /// - Returns: What came of those households; the others are paid by themselves.
    /// - Throws: What failed; nothing was written then.
    func payBatch(
        _ households: [ID<Entity.Household>],
        _ call: Call
    ) async throws -> [ID<Entity.Household>: HouseholdPayout] {
        try await database.write { session in
            var payout = BatchPayout(call)
            let payers = try Payees.payers(households, in: session)
            let children = try Payees.children(of: households, in: session)
            let siblings = Dictionary(grouping: children, by: \.household)
            for payer in payers {
                try payout.pay(siblings[payer.household.id] ?? [], from: payer)
            }
            try payout.write(in: session)
            return payout.households
        }
    }
}

/// Payments of several households, worked out before any of them is written.
private struct BatchPayout {
    /// What comes of each household that is paid.
    private(set) var households: [ID<Entity.Household>: HouseholdPayout] = [:]

    private let call: Call
    private var journal = Journal()
    private var dues: [NewDue] = []
    private var schedules: [(child: ID<Entity.Child>, schedule: Schedule)] = []

    init(_ call: Call) { self.call = call }

    /// Pays the children of a household what is due, unless their order matters, or there is more
    /// of it than is paid at once.
    mutating func pay(_ children: [Payee], from payer: Payer) throws {
        guard let zone = Zone.named(payer.household.timeZone) else { return }
        let today = zone.day(of: call.now)
        let due = children.map { child in
            (child, days: child.schedule.dueDays(through: today, most: Limits.duesAtOnce))
        }
        let isSimple = due.allSatisfy { child, days in
            days.isEmpty || (!child.hasJars && days.count < Limits.duesAtOnce)
        }
        guard !payer.paysInOrder, isSimple else { return }
        journal.open(payer.head)
        journal.open(payer.world, nil)
        var payout = HouseholdPayout()
        for (child, days) in due where !days.isEmpty {
            journal.open(child.wallet, child.end)
            for day in days {
                let due = AllowanceDue(of: child.child, on: day, by: child.schedule)
                try post(due, to: child, from: payer, zone)
                payout.notePaid(due, in: payer.household)
            }
            var schedule = child.schedule
            schedule.record(days)
            schedules.append((child.child, schedule))
        }
        households[payer.household.id] = payout
    }

    /// Writes everything that was worked out.
    func write(in session: any Session) throws {
        try journal.write(in: session)
        try Allowances.notePaid(schedules, in: session)
        try AllowanceDues.insert(dues, now: call.now, in: session)
    }

    private mutating func post(
        _ due: AllowanceDue,
        to child: Payee,
        from payer: Payer,
        _ zone: Zone
    ) throws {
        let household = payer.household
        let new = NewTransfer.allowance(
            due,
            household.currency,
            from: payer.world.id,
            to: child.wallet.id,
            at: call.now
        )
        let transfer = new.transfer(call.newID(), of: household.id, in: zone, recordedAt: call.now)
        try journal.post(transfer, by: nil, in: zone)
        dues.append(NewDue(due, of: household.id, paidBy: transfer.id))
    }
}
