import Contract
import Kernel
import Ledger
import SQL
import Store

extension IdentityOperations {
    /// Gives the household of a member another time zone, for the operator, and recomputes all
    /// stored days; what a bank told stays on the bank's days.
    ///
    /// The chain keeps the days as they were, and says when the time zone changed. Decisions are
    /// counted anew in pieces afterwards; what is asked meanwhile is counted from the chain.
    ///
    /// - Throws: ``Problem`` `invalid` when there is no such time zone, `notFound`, `conflict` when
    ///   the household has it already; `DatabaseError`.
    public func changeTimeZone(_ name: String, email: String, _ call: Call) async throws {
        guard let zone = Zone.named(name) else {
            throw Problem.invalid([Fault(field: "time zone", rule: "is not a known time zone")])
        }
        let household = try await database.write { [catalogue] session in
            let (member, head) = try Self.operated(email, in: session)
            let former = try Households.named(member.household, in: session)
            guard former.timeZone != zone.identifier else {
                throw Problem(.conflict, "The household has this time zone")
            }
            let end = try Edits.append(.changed(former, to: zone, call), to: head, in: session)
            try Households.setTimeZone(zone, of: former.id, in: session)
            try RecomputedDays(LedgerWriter(end, catalogue, in: session)).write()
            try PolicyWindows.refill(
                former.id,
                zone: zone,
                catalogue,
                now: call.now,
                in: session
            )
            return former.id
        }
        try await insights.tallyDecisions(of: household)
    }
}

/// What the time zone has a part in of a household's books, worked out anew from its transfers.
private struct RecomputedDays {
    private let ledger: LedgerWriter

    init(_ ledger: LedgerWriter) {
        self.ledger = ledger
    }

    func write() throws {
        let owners = try WalletMovements.owners(in: ledger.household.id, session: ledger.session)
        var months = Dictionary(
            uniqueKeysWithValues: owners.values.map { ($0, [Int64: WalletMonth]()) }
        )
        var counted: [ID<Entity.Transfer>: Spending] = [:]
        var last: Int64 = 0
        while true {
            let page = try Transfers.links(of: ledger.household.id, after: last, in: ledger.session)
            let transfers = try moved(page.map(\.record))
            try Entries.move(to: Self.entryDays(of: transfers), in: ledger.session)
            for transfer in transfers {
                if let original = transfer.reverses {
                    try counted.removeValue(forKey: original)
                        .map { try SpendRollups.add($0.negated, in: ledger.session) }
                } else if let spending = try ledger.spending(of: transfer) {
                    counted[transfer.id] = spending
                    try SpendRollups.add(spending, in: ledger.session)
                }
                guard transfer.isFinal else { continue }
                let number = WalletMovements.number(
                    of: ledger.zone.day(of: transfer.recordedAt).month
                )
                if let child = owners[transfer.creditAccount] {
                    months[child]?[number, default: WalletMonth()].creditMinor +=
                        transfer.amount.minor
                }
                if let child = owners[transfer.debitAccount] {
                    months[child]?[number, default: WalletMonth()].debitMinor +=
                        transfer.amount.minor
                }
            }
            guard page.count == Limits.walkRows, let end = page.last else { break }
            last = end.sequence
        }
        for (child, sums) in months {
            try WalletMovements.replaceMonths(of: child, with: sums, in: ledger.session)
        }
        for member in try Members.list(of: ledger.household.id, in: ledger.session) {
            try Entries.recount(of: member.id, in: ledger.session)
        }
    }

    /// The days of entries, by the transfers that began them; a later transfer counts more.
    private static func entryDays(of transfers: [Transfer]) -> [ID<Entity.Transfer>: CivilDay] {
        var days: [ID<Entity.Transfer>: CivilDay] = [:]
        for transfer in transfers where transfer.phase != .void && transfer.reverses == nil {
            days[transfer.annotated] = transfer.day
        }
        return days
    }

    /// The transfers on the days of the new time zone.
    private func moved(_ transfers: [Transfer]) throws -> [Transfer] {
        let days = transfers.map { $0.day(in: ledger.zone) }
        let others = zip(transfers, days).filter { $0.day != $1 }.map { (id: $0.id, day: $1) }
        try Transfers.move(others, in: ledger.session)
        return zip(transfers, days).map { $0.on($1) }
    }
}

extension Edit {
    /// That a household has another time zone.
    fileprivate static func changed(
        _ household: HouseholdRecord,
        to zone: Zone,
        _ call: Call
    ) -> Edit {
        let body = [
            JSON.Member("from", .string(household.timeZone)),
            JSON.Member("to", .string(zone.identifier)),
        ]
        let (id, kind) = (household.id, Edit.Kind.householdTimeZone)
        return Edit(kind, of: id.text, body, in: id, by: nil, call)
    }
}
