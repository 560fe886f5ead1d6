import Kernel
import Ledger
import SQL
import Store

extension LedgerWriter {
    /// Keeps a member's category and notes beside a transfer; its spending and its entries follow.
    ///
    /// The transfer is the one that began what is annotated, or what settled that.
    func annotate(
        _ transfer: Transfer,
        as annotation: AnnotationRecord,
        by member: ID<Entity.Member>,
        _ call: Call
    ) throws {
        let counted = try final(of: transfer)
        let counts = try Transfers.reversal(of: counted.id, in: session) == nil
        let before = counts ? try spending(of: counted) : nil
        try Annotations.save(
            annotation,
            of: transfer.annotated,
            by: member,
            now: call.now,
            in: session
        )
        let after = counts ? try spending(of: counted) : nil
        switch (before, after) {
        case (let before?, let after?) where before != after:
            try SpendRollups.move(before, to: after, in: session)
        case (let before?, nil): try SpendRollups.add(before.negated, in: session)
        case (nil, let after?): try SpendRollups.add(after, in: session)
        default: break
        }
        if counts, keepsWindows {
            try PolicyWindows.follow(editOf: counted, catalogue, in: session)
        }
        try editEntries(of: transfer, annotation.category, counting: counted, call)
    }

    private func editEntries(
        of transfer: Transfer,
        _ category: String?,
        counting counted: Transfer,
        _ call: Call
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
