import Kernel
import Ledger
import SQL
import Store

/// What transfers change in the lists that people see, gathered before any of it is written.
struct EntryChanges {
    private var begun: [(entry: Entry, transfer: Transfer)] = []
    private var following: [Transfer] = []

    /// Takes a transfer into account, in the order of posting.
    ///
    /// `debit`, `credit`: Its accounts, where they are listed.
    mutating func add(_ transfer: Transfer, debit: Entry.Listed?, credit: Entry.Listed?) {
        guard debit != nil || credit != nil else { return }
        if transfer.pending == nil, transfer.reverses == nil, transfer.replaces == nil {
            begun += Entry.begun(by: transfer, debit: debit, credit: credit).map {
                ($0, transfer)
            }
        } else {
            following.append(transfer)
        }
    }

    /// Writes the entries, after the transfers.
    ///
    /// - Returns: What became of purchases.
    func write(in session: any Session) throws -> PurchaseChanges {
        var purchases = PurchaseChanges()
        guard !begun.isEmpty || !following.isEmpty else { return purchases }
        var sums = EntrySums()
        try Entries.insert(begun.map(\.entry), in: session)
        for (entry, transfer) in begun {
            sums.add(entry)
            purchases.add(entry, by: transfer)
        }
        for transfer in following {
            let former = transfer.pending ?? transfer.reverses ?? transfer.replaces
            for record in try Entries.list(of: former ?? transfer.id, in: session) {
                let edit = try Annotations.find(record.entry.transfer, in: session)
                let entry =
                    transfer.replaces == nil
                    ? record.entry.following(transfer, edited: edit?.category)
                    : record.entry.replaced(by: transfer, edited: edit?.category)
                sums.add(record.entry, times: -1)
                sums.add(entry)
                purchases.change(record.entry, to: entry, by: transfer)
                try Entries.save(entry, in: session)
                if edit != nil, entry.transfer != record.entry.transfer {
                    try Annotations.move(
                        from: record.entry.transfer,
                        to: entry.transfer,
                        in: session
                    )
                }
            }
        }
        try sums.write(in: session)
        return purchases
    }
}

extension AccountRecord {
    /// The account, where somebody's lists show its movements.
    ///
    /// `isWallet` says that it is the wallet of a child, and not a jar or the pool.
    func listed(isWallet: Bool) -> Entry.Listed? {
        guard let member, kind.isReported || isWallet else { return nil }
        return Entry.Listed(account: id, member: member)
    }
}
