import Kernel
import Ledger
import SQL
import Store

/// What lists show of a household, recomputed from its transfers alone.
///
/// Each entry is held against its transfer as that comes by, so that only sums are kept.
struct RecomputedEntries {
    private let ledger: LedgerWriter
    private let listed: [ID<Entity.Account>: Entry.Listed]
    private var shown: [ID<Entity.Account>: (count: Int64, minor: Int64)] = [:]
    /// Told when all else was compared: what is wrong with a transfer is wrong with its entries.
    private var firstFault: BooksFault?

    init(_ ledger: LedgerWriter) throws {
        self.ledger = ledger
        let wallets = try WalletMovements.owners(in: ledger.household.id, session: ledger.session)
        var listed: [ID<Entity.Account>: Entry.Listed] = [:]
        var last: ID<Entity.Account>?
        while true {
            let household = ledger.household.id
            let page = try Accounts.list(of: household, after: last, in: ledger.session)
            for account in page {
                listed[account.id] = account.listed(isWallet: wallets[account.id] != nil)
            }
            guard page.count == Limits.walkRows else { break }
            last = page.last?.id
        }
        self.listed = listed
    }

    /// Takes the next transfer of the chain into account.
    ///
    /// `pending` is the transfer that it settles.
    ///
    /// - Throws: `DatabaseError`; what does not fit is told by ``compare()``.
    mutating func add(_ transfer: Transfer, settling pending: Transfer?) throws {
        let (debit, credit) = (listed[transfer.debitAccount], listed[transfer.creditAccount])
        guard debit != nil || credit != nil else { return }
        let amount = transfer.amount.minor
        if let original = transfer.reverses {
            try requireRemoved(original)
            let reversed = try Transfers.find(
                original,
                of: ledger.household.id,
                in: ledger.session
            )
            guard reversed?.kind != .opening else { return }
            // It goes the other way: what it takes from one account it had brought there.
            if debit != nil { count(transfer.debitAccount, -1, amount) }
            if credit != nil { count(transfer.creditAccount, -1, -amount) }
            return
        }
        guard transfer.kind != .opening else { return }
        if let pending {
            let isPosted = transfer.phase == .post
            let change = (isPosted ? amount : 0) - pending.amount.minor
            if debit != nil { count(transfer.debitAccount, isPosted ? 0 : -1, change) }
            if credit != nil { count(transfer.creditAccount, isPosted ? 0 : -1, -change) }
            if isPosted {
                try require(transfer, pending)
            } else {
                try requireRemoved(transfer.id)
            }
            return
        }
        if debit != nil { count(transfer.debitAccount, 1, amount) }
        if credit != nil { count(transfer.creditAccount, 1, -amount) }
        if transfer.phase == .posted { try require(transfer, nil) }
    }

    private mutating func count(_ account: ID<Entity.Account>, _ count: Int64, _ minor: Int64) {
        let before = shown[account] ?? (0, 0)
        shown[account] = (before.count + count, before.minor + minor)
    }

    /// Holds the entries of a final transfer against what it says.
    private mutating func require(_ transfer: Transfer, _ pending: Transfer?) throws {
        let records = try Entries.list(of: transfer.id, in: ledger.session)
        // What took its place is held against the entries itself.
        if records.isEmpty,
            try Transfers.replacement(of: transfer.annotated, in: ledger.session) != nil
        {
            return
        }
        let edit = try Annotations.find(transfer.annotated, in: ledger.session)
        let row = "entries of transfer \(transfer.annotated)"
        let accounts = [transfer.debitAccount, transfer.creditAccount].filter { listed[$0] != nil }
        guard records.map(\.entry.account) == accounts else { return note(row, "one is missing") }
        for entry in records.map(\.entry) {
            let isExpense = entry.account == transfer.debitAccount
            let reported = [transfer, pending].compactMap(\.self)
            let category = Entry.category(of: reported, isExpense: isExpense)
            guard entry.amountMinor == (isExpense ? 1 : -1) * transfer.amount.minor,
                entry.day == transfer.day, !entry.isPending,
                entry.member == listed[entry.account]?.member,
                entry.category == edit?.category ?? category
            else { return note(row, "it is not what its transfer says") }
        }
    }

    /// Holds against the entries of a transfer that it was taken back.
    ///
    /// There are none of one whose place another took, nor of an opening balance.
    private mutating func requireRemoved(_ id: ID<Entity.Transfer>) throws {
        let entries = try Entries.list(of: id, in: ledger.session).map(\.entry)
        if entries.contains(where: \.isShown) {
            note("entries of transfer \(id)", "it was taken back, and is shown")
        }
    }

    /// Holds what was recomputed against what is stored.
    ///
    /// - Throws: ``BooksFault`` at the first difference.
    func compare() throws {
        if let firstFault { throw firstFault }
        for account in listed.values.sorted(by: { $0.account < $1.account }) {
            let stored = try Entries.shown(
                in: account.account,
                of: account.member,
                session: ledger.session
            )
            let recomputed = shown[account.account] ?? (0, 0)
            guard stored == recomputed else {
                throw fault("entries of account \(account.account)", "they are not its transfers")
            }
        }
        for member in try Members.list(of: ledger.household.id, in: ledger.session) {
            guard try Entries.sumsHold(of: member.id, in: ledger.session) else {
                throw fault("entry_days \(member.id)", "it is not the sum of its entries")
            }
        }
    }

    private mutating func note(_ row: String, _ reason: String) {
        firstFault = firstFault ?? fault(row, reason)
    }

    private func fault(_ row: String, _ reason: String) -> BooksFault {
        BooksFault(household: ledger.household.id, row: row, reason: reason)
    }
}
