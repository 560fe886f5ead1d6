import Banking
import Kernel
import Ledger
import Providers
import SQL
import Store

/// What a page tells of one account, held against what is there already.
///
/// A record with a known id is that row. A posted one that names its pending one is the row of
/// that; one that names none may be a pending one that was withdrawn. Two posted records with ids
/// of their own are never one row.
struct Reconciliation {
    /// The account's book.
    private(set) var book: BankBook
    /// What the sync has changed.
    private(set) var tally: SyncTally
    /// Records that were added, changed or withdrawn.
    private(set) var touched: [BankRecord] = []
    /// Expenses that were added.
    private(set) var expenses: [NewExpense] = []

    private let account: BankAccountRecord
    private let told: [ProviderTransaction]
    private let removed: Set<String>
    /// The rows that are held, by the provider's id that they have now.
    private var held: [String: BankRecord] = [:]
    private var claimed: Set<ID<Entity.BankRecord>> = []

    private var session: any Session { book.ledger.session }

    /// Reads what is held of what a page tells.
    init(
        _ told: [ProviderTransaction],
        _ removed: Set<String>,
        in account: BankAccountRecord,
        _ book: BankBook,
        _ tally: SyncTally
    ) throws {
        self.account = account
        self.book = book
        self.tally = tally
        // Told twice in one page, the last one counts.
        let last = Dictionary(told.enumerated().map { ($1.id, $0) }) { max($0, $1) }
        self.told = told.enumerated().filter { last[$1.id] == $0 }.map(\.element)
            .filter { $0.currency == book.account.currency && $0.isBookable }
        let ids = Set(self.told.map(\.id))
        self.removed = removed.subtracting(ids)
        let known = ids.union(removed).union(self.told.compactMap(\.pendingID))
        let records = try BankRecords.find(
            providerRecords: known.sorted(),
            of: account.account,
            in: book.ledger.session
        )
        for record in records { record.providerRecord.map { held[$0] = record } }
    }

    /// Books it.
    ///
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    mutating func write() throws {
        let matches = try matches()
        var new: [ReportedRecord] = []
        for transaction in told {
            let row = row(of: transaction, matches)
            guard transaction.amountMinor != 0 else {
                if let row { try withdraw([row]) }
                continue
            }
            let report = transaction.report(book.ledger.catalogue)
            guard let row else {
                new.append(report)
                continue
            }
            try follow(row, report)
        }
        for (record, report) in zip(try book.add(new), new) {
            tally.add(record)
            touched.append(record)
            NewExpense(record, report, book.account.currency).map { expenses.append($0) }
        }
        let gone = removed.sorted().compactMap { held[$0] }
        try withdraw(gone.filter { $0.isShown && !claimed.contains($0.id) })
        try book.write()
    }

    private mutating func follow(_ row: BankRecord, _ report: ReportedRecord) throws {
        let (record, isChanged) = try book.change(row, to: report)
        if let former = row.providerRecord { held[former] = nil }
        if let id = record.providerRecord { held[id] = record }
        claimed.insert(record.id)
        guard isChanged else { return }
        tally.update(record)
        touched.append(record)
    }

    private mutating func withdraw(_ rows: [BankRecord]) throws {
        let shown = rows.filter(\.isShown)
        try book.withdraw(shown)
        for row in shown {
            tally.remove(row)
            claimed.insert(row.id)
            touched.append(row.withdrawn)
        }
    }

    /// The row that a transaction is.
    private func row(
        of transaction: ProviderTransaction,
        _ matches: [String: BankRecord]
    ) -> BankRecord? {
        if let row = held[transaction.id] { return row }
        if !transaction.isPending, let pending = transaction.pendingID, let row = held[pending] {
            return row
        }
        return matches[transaction.id].flatMap { claimed.contains($0.id) ? nil : $0 }
    }

    // MARK: Rows that are found by what they say

    /// Rows of transactions whose id nobody knows, by that id.
    private mutating func matches() throws -> [String: BankRecord] {
        let unknown = told.filter { transaction in
            held[transaction.id] == nil && transaction.amountMinor != 0
                && transaction.pendingID.map { held[$0] == nil } ?? true
        }
        var matches = try postings(unknown)
        guard let relinkedAt = account.relinkedAt else { return matches }
        var taken = Set(matches.values.map(\.id))
        for transaction in unknown where matches[transaction.id] == nil {
            let report = transaction.report(book.ledger.catalogue)
            let rows = try BankRecords.list(
                of: account.account,
                on: report.day...report.day,
                in: session
            )
            let row = rows.map(\.record).first { row in
                row.amountMinor == report.amountMinor && row.payee == report.payee
                    && row.changedAt < relinkedAt && !taken.contains(row.id)
                    && row.providerRecord.map { held[$0] == nil } ?? true
            }
            guard let row else { continue }
            matches[transaction.id] = row
            taken.insert(row.id)
        }
        return matches
    }

    /// Pending rows that the provider withdraws here or withdrew before, by the posted ones that
    /// they became.
    private func postings(_ unknown: [ProviderTransaction]) throws -> [String: BankRecord] {
        let posted = unknown.filter { !$0.isPending && $0.pendingID == nil }
        guard let first = posted.map(\.day).min(), let last = posted.map(\.day).max() else {
            return [:]
        }
        let here = removed.sorted().compactMap { held[$0] }.filter { $0.isPending && $0.isShown }
        let earlier = try BankRecords.withdrawnPending(
            of: account.account,
            on: first.adding(days: -Limits.bankPostingDays)...last,
            in: session
        )
        let pending = here + earlier
        guard !pending.isEmpty else { return [:] }
        let reports = posted.map { $0.report(book.ledger.catalogue) }
        let pairs = PostingMatch.pairs(
            pending.map { row in
                PostingMatch.Side(
                    amountMinor: row.amountMinor,
                    day: row.day,
                    payee: row.payee,
                    category: nil
                )
            },
            reports.map { report in
                PostingMatch.Side(
                    amountMinor: report.amountMinor,
                    day: report.day,
                    payee: report.payee,
                    category: report.category
                )
            }
        )
        var rows: [String: BankRecord] = [:]
        for (transaction, pair) in zip(posted, pairs) {
            if let pair { rows[transaction.id] = pending[pair] }
        }
        return rows
    }
}

extension NewExpense {
    /// What a record may be worth telling; `nil` for money that comes in.
    fileprivate init?(_ record: BankRecord, _ report: ReportedRecord, _ currency: Currency) {
        guard record.amountMinor < 0 else { return nil }
        self.init(
            // The first entry of a transfer has its id.
            entry: ID(record.transfer.raw),
            day: record.day,
            amount: Money(minor: -record.amountMinor, currency: currency),
            merchant: report.merchant ?? report.text
        )
    }
}

extension ReportedRecord {
    /// The payee in the form in which equal ones meet.
    fileprivate var payee: String { StatementMatching.normalised(merchant ?? text) }
}
