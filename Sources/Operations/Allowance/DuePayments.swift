import Allowance
import Kernel
import Ledger
import OrderedCollections
import SQL
import Store

/// Payments of what households owe their children, worked out before any of it is written.
///
/// Each household pays in strict order: by due day, then by the children's age in the family, until
/// its pool does not hold enough for the next. A payment that is refused leaves the later ones of
/// that child for another time, and stops nobody else's.
struct DuePayments {
    private struct Household {
        let record: HouseholdRecord
        let zone: Zone
        let account: ID<Entity.Account>
        let owes: Bool
        /// Days that are recorded here, the only ones where nothing was owed before.
        var recorded: [AllowanceDue] = []
        var failed: Set<ID<Entity.Child>> = []
        /// How many due days were passed over.
        var left = 0
        var isOutOfFunds = false
        var settled = SettledDues()
    }

    private struct Jar {
        let kind: JarRecord.Kind
        let percent: Int
        let account: ID<Entity.Account>
    }

    private let call: Call
    private var journal = Journal()
    private var households: OrderedDictionary<ID<Entity.Household>, Household> = [:]
    private var children: OrderedDictionary<ID<Entity.Child>, Payee> = [:]
    private var jars: [ID<Entity.Child>: [Jar]] = [:]

    init(_ call: Call) { self.call = call }

    /// Opens households with their children.
    ///
    /// - Returns: Those that have no time zone, and were not opened.
    mutating func open(
        _ payers: [Payer],
        in session: any Session
    ) throws -> [ID<Entity.Household>] {
        var unreadable: [ID<Entity.Household>] = []
        for payer in payers {
            guard let zone = Zone.named(payer.household.timeZone) else {
                unreadable.append(payer.household.id)
                continue
            }
            journal.open(payer.head)
            journal.open(payer.account, nil)
            households[payer.household.id] = Household(
                record: payer.household,
                zone: zone,
                account: payer.account.id,
                owes: payer.owes
            )
        }
        for child in try Payees.children(of: Array(households.keys), in: session) {
            journal.open(child.wallet, child.end)
            children[child.child] = child
        }
        let withJars = children.values.filter(\.hasJars).map(\.child)
        for jar in try Payees.jars(of: withJars, in: session) {
            journal.open(jar.account, nil)
            let part = Jar(kind: jar.kind, percent: jar.percent, account: jar.account.id)
            jars[jar.child, default: []].append(part)
        }
        return unreadable
    }

    /// Records what is due by today of every child as owed, and moves the schedules on.
    ///
    /// The schedules come first: of two runs at once, one then loses with a conflict that is tried
    /// again, and not with a day that is there already.
    ///
    /// - Throws: `DatabaseError` `unique` when a day was recorded before.
    mutating func recordDueDays(in session: any Session) throws {
        var schedules: [(child: ID<Entity.Child>, schedule: Schedule)] = []
        var dues: [NewDue] = []
        for child in children.values {
            guard let household = households[child.household] else { continue }
            let today = household.zone.day(of: call.now)
            let days = child.schedule.dueDays(through: today, most: .max)
            guard !days.isEmpty else { continue }
            var schedule = child.schedule
            schedule.record(days)
            schedules.append((child.child, schedule))
            for day in days {
                let due = AllowanceDue(of: child.child, on: day, by: child.schedule)
                dues.append(NewDue(due, of: child.household))
                households[child.household]?.recorded.append(due)
            }
        }
        try Allowances.move(schedules, in: session)
        try AllowanceDues.insert(dues, now: call.now, in: session)
    }

    /// Pays what is owed.
    ///
    /// - Throws: `DatabaseError`; nothing may be kept then.
    mutating func settle(in session: any Session) throws {
        for (id, household) in households where !household.owes {
            // The children are there by their age, which orders what is due on one day.
            let dues = household.recorded.enumerated().sorted {
                ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
            }
            for (_, due) in dues { pay(due, in: id) }
        }
        try write(in: session)
        for (id, household) in households where household.owes {
            while households[id]?.isOutOfFunds == false {
                let dues = try AllowanceDues.owed(
                    by: household.record.id,
                    skipping: households[id]?.left ?? 0,
                    most: Limits.duesAtOnce,
                    in: session
                )
                for due in dues { pay(due, in: id) }
                try write(in: session)
                guard dues.count == Limits.duesAtOnce else { break }
            }
        }
    }

    /// What came of paying a household.
    func settled(_ household: ID<Entity.Household>) -> SettledDues {
        households[household]?.settled ?? SettledDues()
    }

    /// Whether a household still owes something.
    func leavesDues(of household: ID<Entity.Household>) -> Bool {
        households[household].map { $0.isOutOfFunds || $0.left > 0 } ?? false
    }

    /// Where a household's chain ends by now.
    func head(of household: ID<Entity.Household>) -> ChainHead { journal.head(of: household) }

    // MARK: Paying

    private var paid: [(due: AllowanceDue, transfer: ID<Entity.Transfer>)] = []

    private mutating func pay(_ due: AllowanceDue, in id: ID<Entity.Household>) {
        guard let household = households[id], !household.isOutOfFunds else { return }
        guard !household.failed.contains(due.child) else {
            households[id]?.left += 1
            return
        }
        if let held = journal.fundsMinor(of: household.account), held < due.amountMinor {
            households[id]?.isOutOfFunds = true
            return
        }
        let before = jars[due.child] == nil ? nil : journal
        do {
            let transfer = try post(due, household)
            paid.append((due, transfer))
            households[id]?.settled.payments.append(due)
        } catch {
            if let before { journal = before }
            households[id]?.failed.insert(due.child)
            households[id]?.left += 1
            households[id]?.settled.failures.append("child \(due.child): \(error)")
        }
    }

    private mutating func post(
        _ due: AllowanceDue,
        _ household: Household
    ) throws -> ID<Entity.Transfer> {
        let child = try children[due.child].orCorrupt("a child is owed and is not there")
        let currency = household.record.currency
        let allowance = NewTransfer.allowance(
            due,
            currency,
            from: household.account,
            to: child.wallet.id,
            at: call.now
        )
        let transfer = try post(allowance, household)
        for (jar, minor, text) in parts(of: due) {
            let move = NewTransfer(
                debitAccount: child.wallet.id,
                creditAccount: jar,
                amount: Money(minor: minor, currency: currency),
                kind: .own,
                details: Transfer.Details(text: text),
                occurredAt: call.now
            )
            _ = try post(move, household)
        }
        return transfer
    }

    private mutating func post(
        _ new: NewTransfer,
        _ household: Household
    ) throws(PostingRefusal) -> ID<Entity.Transfer> {
        let transfer = new.transfer(
            call.newID(),
            of: household.record.id,
            in: household.zone,
            recordedAt: call.now
        )
        try journal.post(transfer, by: nil, in: household.zone)
        return transfer.id
    }

    /// The parts of an allowance that are saved and given, where there are any.
    private func parts(
        of due: AllowanceDue
    ) -> [(jar: ID<Entity.Account>, minor: Int64, text: String)] {
        guard let save = jars[due.child]?.first(where: { $0.kind == .save }),
            let give = jars[due.child]?.first(where: { $0.kind == .give }),
            let split = Split(savePercent: save.percent, givePercent: give.percent)
        else { return [] }
        let parts = split.parts(of: due.amountMinor)
        let moves = [
            (save.account, parts.saveMinor, "To savings"),
            (give.account, parts.giveMinor, "To giving"),
        ]
        return moves.filter { $0.1 > 0 }
    }

    private mutating func write(in session: any Session) throws {
        try journal.write(call, in: session)
        try AllowanceDues.pay(paid, in: session)
        var days: OrderedDictionary<ID<Entity.Child>, CivilDay> = [:]
        for (due, _) in paid { days[due.child] = max(days[due.child] ?? due.day, due.day) }
        try Allowances.notePaid(days.map { ($0.key, $0.value) }, in: session)
        paid = []
    }
}
