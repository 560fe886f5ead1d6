import Contract
public import Kernel
import Ledger
import SQL
import Store

extension LedgerOperations {
    /// Keeps a member's category and notes beside a transfer; its spending moves at once.
    ///
    /// - Throws: ``Problem`` `notFound` when the transfer is not the household's;
    ///   `unauthenticated`; `DatabaseError`.
    public func annotateTransfer(
        _ id: ID<Entity.Transfer>,
        category: String?,
        notes: String?,
        _ call: Call
    ) async throws {
        try await database.write { session in
            let membership = try Self.membership(of: call, in: session)
            guard let transfer = try Transfers.find(id, of: membership.household, in: session),
                transfer.member == membership.member
            else { throw Problem(.notFound) }
            var ledger = try LedgerWriter(membership.head, catalogue, in: session)
            let counted = try ledger.final(of: transfer)
            let counts = try Transfers.reversal(of: counted.id, in: session) == nil
            let before = counts ? try ledger.spending(of: counted) : nil
            try Annotations.save(
                AnnotationRecord(category: category, notes: notes),
                of: transfer.annotated,
                by: membership.member,
                now: call.now,
                in: session
            )
            let after = counts ? try ledger.spending(of: counted) : nil
            switch (before, after) {
            case (let before?, let after?) where before != after:
                try SpendRollups.move(before, to: after, in: session)
            case (let before?, nil): try SpendRollups.add(before.negated, in: session)
            case (nil, let after?): try SpendRollups.add(after, in: session)
            default: break
            }
            try Self.editEntries(of: transfer, category, counting: counted, call, in: session)
            try ledger.record(.annotation(of: transfer, category, notes, membership, call))
        }
    }
}

extension LedgerOperations {
    private static func editEntries(
        of transfer: Transfer,
        _ category: String?,
        counting counted: Transfer,
        _ call: Call,
        in session: any Session
    ) throws {
        var sums = EntrySums()
        for record in try Entries.list(of: transfer.id, in: session) {
            let entry = record.entry.edited(
                category,
                reported: [counted, transfer],
                at: call.now
            )
            sums.add(record.entry, times: -1)
            sums.add(entry)
            try Entries.save(entry, in: session)
        }
        try sums.write(in: session)
    }
}

extension Edit {
    fileprivate static func annotation(
        of transfer: Transfer,
        _ category: String?,
        _ notes: String?,
        _ membership: Membership,
        _ call: Call
    ) -> Edit {
        let body = [
            JSON.Member("category", category.map { .string($0) } ?? .null),
            JSON.Member("notes", notes.map { .string($0) } ?? .null),
        ]
        return Edit(.annotation, of: transfer.annotated.text, body, membership, call)
    }
}
