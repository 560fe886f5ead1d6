import Catalogue
import Kernel
import Ledger
import Providers
import SQL
import Store

/// One page of what a provider tells of an item, booked within one transaction.
struct PageBook {
    /// The item, as it is after the page.
    private(set) var item: BankItemRecord
    /// What the sync has changed, this page included.
    private(set) var tally: SyncTally
    /// Expenses that the page brought.
    private(set) var expenses: [NewExpense] = []
    /// Balances that the page told, beside those before.
    private(set) var balances: [BalanceChange] = []
    /// The household's day.
    var today: CivilDay { ledger.zone.day(of: call.now) }

    private let page: TransactionPage
    private let session: any Session
    private let call: Call
    private var ledger: LedgerWriter
    private let mayAbsorb: Bool

    /// Opens the books for a page.
    ///
    /// - Throws: `DatabaseError`.
    init(
        _ page: TransactionPage,
        of item: BankItemRecord,
        _ tally: SyncTally,
        _ catalogue: Catalogue,
        _ call: Call,
        in session: any Session
    ) throws {
        let member = try Members.find(item.member, in: session)
            .orCorrupt("an item belongs to nobody")
        let head = try Households.head(of: member.household, in: session)
            .orCorrupt("a household has no chain")
        ledger = try LedgerWriter(head, catalogue, in: session)
        mayAbsorb = try AbsorbedCharges.mayBeAny(of: item.member, in: session)
        self.page = page
        self.item = item
        self.tally = tally
        self.session = session
        self.call = call
    }

    /// Books the page; with the last one of a sync the balances, too.
    ///
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    mutating func write() throws {
        let told = page.added + page.modified
        tally.tell(new: page.added.map(\.id), changed: page.modified.map(\.id))
        var removed = Set(page.removed)
        // What was told before the provider's data changed, and is not told any more, is gone.
        if !page.hasMore { removed.formUnion(tally.untold) }
        let byAccount = Dictionary(grouping: told, by: \.accountID)
        for record in try BankAccounts.list(of: item.id, in: session) where record.isLinked {
            let told = byAccount[record.externalKey] ?? []
            guard !told.isEmpty || !removed.isEmpty else { continue }
            try write(told, removed, in: record)
        }
        if !page.hasMore { try compareBalances() }
    }

    private mutating func write(
        _ told: [ProviderTransaction],
        _ removed: Set<String>,
        in record: BankAccountRecord
    ) throws {
        let account = try opened(record)
        var reconciliation = try Reconciliation(
            told,
            removed,
            in: record,
            try BankBook(account, in: ledger, reportedBy: item.provider, call),
            tally
        )
        try reconciliation.write()
        ledger = reconciliation.book.ledger
        tally = reconciliation.tally
        expenses += reconciliation.expenses
        guard mayAbsorb else { return }
        for record in reconciliation.touched {
            try ledger.absorb(record, of: account, call)
        }
    }

    private func opened(_ record: BankAccountRecord) throws -> AccountRecord {
        try Accounts.find(record.account, of: ledger.household.id, in: session)
            .orCorrupt("an account at a bank is not opened")
    }

    // MARK: Balances

    /// Proves the balances: what was there before the first record, or by how much books differ.
    private mutating func compareBalances() throws {
        let told = Dictionary(page.accounts.map { ($0.id, $0) }) { _, last in last }
        for var record in try BankAccounts.list(of: item.id, in: session) where record.isLinked {
            record.syncedAt = call.now
            record.relinkedAt = nil
            if let account = told[record.externalKey] {
                let before = record.reportedMinor
                record.takeBalances(of: account)
                if account.currentMinor != nil {
                    try compareBalance(of: &record)
                    try note(record, before)
                }
            }
            try BankAccounts.save(record, in: session)
        }
        item.isHistoryComplete = item.isHistoryComplete || page.isHistoryComplete
    }

    private mutating func note(_ record: BankAccountRecord, _ before: Int64?) throws {
        guard let reported = record.reportedMinor, !record.kind.isOwed else { return }
        let account = try opened(record)
        balances.append(
            BalanceChange(
                account: account.id,
                name: account.name,
                beforeMinor: before,
                after: Money(minor: reported, currency: account.currency)
            )
        )
    }

    private mutating func compareBalance(of record: inout BankAccountRecord) throws {
        guard let reported = record.reportedMinor else { return }
        let account = try opened(record)
        let (more, overflows) = reported.subtractingReportingOverflow(account.totals.balanceMinor)
        guard !overflows else { return }
        record.differenceMinor = more == 0 ? nil : more
        guard more != 0, !item.isHistoryComplete, abs(more) <= Limits.amountMinor else { return }
        var book = try BankBook(account, in: ledger, reportedBy: item.provider, call)
        let first = try BankRecords.list(of: account.id, after: nil, most: 1, in: session).first
        try book.open(with: more, on: first?.record.day ?? today)
        try book.write()
        ledger = book.ledger
        record.differenceMinor = nil
    }
}
