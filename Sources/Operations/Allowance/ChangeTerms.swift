import Allowance
import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Changes the terms of a child's allowance, and records who did.
    ///
    /// What is owed up to today is recorded and paid first, as it was, in the same transaction.
    ///
    /// `change`: Changes the schedule, and returns what is recorded of that.
    /// Returns the child as it is now.
    /// Throws ``Problem`` `notFound` when the household has no such child; `DatabaseError`.
    func changeTerms(
        of id: ID<Entity.Child>,
        as kind: Edit.Kind,
        _ membership: Membership,
        _ call: Call,
        in session: any Session,
        _ change: (inout ChildProfile, _ today: CivilDay) throws -> [JSON.Member]
    ) throws -> ChildProfile {
        let found = try Children.find(id, of: membership.household, in: session).orNotFound()
        var ledger = try LedgerWriter(membership.head, catalogue, in: session)
        var child = try ledger.recordOwedDues(of: found, call)
        try ledger.settleDues(call)
        let body = try change(&child, membership.zone.day(of: call.now))
        try Allowances.setAmount(child.schedule.amountMinor, of: id, in: session)
        try Allowances.save(child.schedule, of: id, in: session)
        let edit = Edit(kind, of: id.text, body, owner: child.member, membership, call)
        try ledger.record(edit)
        return try Children.find(id, of: membership.household, in: session)
            .orCorrupt("a child is gone within one transaction")
    }

    /// What is recorded of a child's rhythm and amount.
    static func recorded(_ schedule: Schedule) -> [JSON.Member] {
        let rhythm = schedule.rhythm
        let number = { (number: Int?) -> JSON in number.map { .number(String($0)) } ?? .null }
        return [
            JSON.Member("frequency", .string(rhythm.frequency.rawValue)),
            JSON.Member("weekday", number(rhythm.weekday)),
            JSON.Member("month_day", number(rhythm.monthDay)),
            JSON.Member("amount_minor", .number(String(schedule.amountMinor))),
        ]
    }
}
