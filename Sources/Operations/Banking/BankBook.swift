import Banking
import Kernel
import Ledger
import SQL
import Store

/// A movement as a bank or a file tells of it.
struct ReportedRecord: Sendable, Equatable {
    /// The reporter's own id for it, where there is one.
    var providerRecord: String?
    /// Minor units of the account's currency; above zero for money that comes in, never zero.
    var amountMinor: Int64
    /// The day of booking, else the day it happened.
    var day: CivilDay
    /// The day the member made it, where it is told.
    var authorizedDay: CivilDay?
    /// The bank's text.
    var text: String
    /// The cleaned merchant, where it is known.
    var merchant: String?
    /// A code of the catalogue or a word of the reporter's, where it is known.
    var category: String?
    /// Whether the bank has not booked it yet.
    var isPending = false
    /// What was said, as JSON.
    var original: String
    /// The id of the transfer that begins it, where that follows from what it is.
    var transfer: ID<Entity.Transfer>?
}

/// What is reported of one account, made into transfers within one transaction.
///
/// A record is one row of every list for good: what becomes of it (another amount, posted at last,
/// withdrawn, told again) follows by transfers that settle, correct and replace, and the member's
/// edits stay with it. Nothing is stored before ``write()``, and everything is by then.
struct BankBook {
    /// The household's books.
    private(set) var ledger: LedgerWriter
    /// The account.
    let account: AccountRecord

    private let world: AccountRecord
    private let source: String
    private let call: Call
    private var journal: Journal
    private var added: [BankRecord] = []
    private var saved: [BankRecord] = []
    /// The records about which something is not written yet.
    private var unwritten: Set<ID<Entity.BankRecord>> = []

    /// Opens the books for an account.
    ///
    /// `source` names who reports, such as `plaid` or `file`.
    ///
    /// - Throws: `DatabaseError` `corrupt` when the account is nobody's, or its currency has no
    ///   account outside.
    init(
        _ account: AccountRecord,
        in ledger: LedgerWriter,
        reportedBy source: String,
        _ call: Call
    ) throws {
        guard account.member != nil else {
            throw DatabaseError(.corrupt, "an account at a bank belongs to nobody")
        }
        let world = try Accounts.world(
            of: account.household,
            currency: account.currency,
            in: ledger.session
        )
        self.ledger = ledger
        self.account = account
        self.world = try world.orCorrupt("a household has no account outside for a currency")
        self.source = source
        self.call = call
        journal = ledger.journal()
        journal.open(ledger.head)
        journal.open(account, nil)
        journal.open(self.world, nil)
    }

    /// The account's balance after what was booked, in minor units.
    var balanceMinor: Int64 { journal.balanceMinor(of: account.id) }

    /// Books records that are not held yet.
    ///
    /// - Returns: The records as they are held from ``write()`` on.
    /// - Throws: ``PostingRefusal`` when an amount is out of range or a total would not fit.
    @discardableResult
    mutating func add(
        _ reports: [ReportedRecord],
        by bankImport: ID<Entity.BankImport>? = nil
    ) throws -> [BankRecord] {
        var records: [BankRecord] = []
        records.reserveCapacity(reports.count)
        for report in reports {
            let transfer = try post(report)
            journal.count(ledger.spending(of: transfer, edited: nil))
            records.append(
                BankRecord(
                    id: call.newID(),
                    account: account.id,
                    transfer: transfer.id,
                    report,
                    by: bankImport,
                    at: call.now
                )
            )
        }
        added += records
        unwritten.formUnion(records.map(\.id))
        return records
    }

    /// Follows what is told anew of a record that is held: withdrawn ones come back.
    ///
    /// `bankImport` is the import that brings back a withdrawn one.
    ///
    /// - Returns: The record as it is held now, and whether anything a list shows has changed.
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    @discardableResult
    mutating func change(
        _ record: BankRecord,
        to report: ReportedRecord,
        by bankImport: ID<Entity.BankImport>? = nil
    ) throws -> (record: BankRecord, isChanged: Bool) {
        try touch(record)
        let session = ledger.session
        let began = try Transfers.find(record.transfer, of: account.household, in: session)
            .orCorrupt("a record at a bank has no transfer")
        let current = try ledger.final(of: began)
        var changed = record
        changed.take(report, at: call.now)
        let isSame =
            record.isShown && current.says(report, of: record)
            && record.isPending == report.isPending
        guard !isSame else {
            if changed != record { saved.append(changed) }
            return (changed, false)
        }
        let edit = try Annotations.find(began.annotated, in: session)?.category
        if !record.isShown {
            let transfer = try post(report, replacing: began.id)
            journal.count(ledger.spending(of: transfer, edited: edit))
            changed.transfer = transfer.id
            changed.isShown = true
            changed.bankImport = bankImport
        } else if record.isPending, !report.isPending, record.hasSides(of: report) {
            let transfer = try post(report, settling: began)
            journal.count(ledger.spending(of: transfer, edited: edit))
        } else {
            try takeBack(began, current, edit)
            let transfer = try post(report, replacing: began.id)
            journal.count(ledger.spending(of: transfer, edited: edit))
            changed.transfer = transfer.id
        }
        saved.append(changed)
        return (changed, true)
    }

    /// Withdraws records: they go from every list, total and limit; edits are kept.
    ///
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    mutating func withdraw(_ records: [BankRecord]) throws {
        for record in records where record.isShown {
            try touch(record)
            let began = try Transfers.find(
                record.transfer,
                of: account.household,
                in: ledger.session
            ).orCorrupt("a record at a bank has no transfer")
            let edit = try Annotations.find(began.annotated, in: ledger.session)?.category
            try takeBack(began, ledger.final(of: began), edit)
            var withdrawn = record.withdrawn
            withdrawn.changedAt = call.now
            saved.append(withdrawn)
        }
    }

    /// Books the balance that an account had before its first record, or corrects it.
    ///
    /// - Throws: ``PostingRefusal``.
    mutating func open(with minor: Int64, on day: CivilDay) throws {
        guard minor != 0 else { return }
        _ = try post(
            transfer(
                of: minor,
                kind: .opening,
                occurredAt: ledger.zone.start(of: day)
            )
        )
    }

    /// Writes everything that was booked.
    ///
    /// - Throws: `DatabaseError` `unique` when another writer booked a record with the same id.
    mutating func write() throws {
        try journal.write(call, in: ledger.session)
        ledger.follow(journal.head(of: account.household))
        try BankRecords.insert(added, in: ledger.session)
        for record in saved { try BankRecords.save(record, in: ledger.session) }
        added = []
        saved = []
        unwritten = []
    }

    // MARK: Transfers

    /// What was booked of a record in here is found only once it is written.
    private mutating func touch(_ record: BankRecord) throws {
        if unwritten.contains(record.id) { try write() }
        unwritten.insert(record.id)
    }

    private mutating func post(
        _ report: ReportedRecord,
        replacing: ID<Entity.Transfer>? = nil,
        settling pending: Transfer? = nil
    ) throws -> Transfer {
        var new = transfer(
            of: report.amountMinor,
            kind: report.amountMinor < 0 ? .purchase : .income,
            // The middle of the day, which is the same day in most time zones.
            occurredAt: ledger.zone.start(of: report.day).adding(seconds: 12 * 3_600)
        )
        new.phase = pending != nil ? .post : report.isPending ? .pending : .posted
        new.pending = pending?.id
        new.replaces = replacing
        new.member = account.member
        new.details = Transfer.Details(
            merchant: report.merchant,
            category: report.category,
            text: report.text,
            provider: source
        )
        let isFirst = replacing == nil && pending == nil
        return try post(new, settling: pending, as: isFirst ? report.transfer : nil)
    }

    private mutating func post(
        _ new: NewTransfer,
        settling pending: Transfer? = nil,
        as id: ID<Entity.Transfer>? = nil
    ) throws -> Transfer {
        let transfer = new.transfer(
            id ?? call.newID(),
            of: account.household,
            in: ledger.zone,
            recordedAt: call.now
        )
        try journal.post(transfer, settling: pending, by: nil, in: ledger.zone)
        return transfer
    }

    private func transfer(
        of minor: Int64,
        kind: Transfer.Kind,
        occurredAt: Timestamp
    ) -> NewTransfer {
        NewTransfer(
            debitAccount: minor < 0 ? account.id : world.id,
            creditAccount: minor < 0 ? world.id : account.id,
            amount: Money(minor: abs(minor), currency: account.currency),
            kind: kind,
            details: Transfer.Details(provider: source),
            occurredAt: occurredAt
        )
    }

    /// Voids what is pending, and reverses what is posted.
    private mutating func takeBack(
        _ began: Transfer,
        _ current: Transfer,
        _ edit: String?
    ) throws {
        let isPending = current.phase == .pending
        let new = NewTransfer(
            debitAccount: isPending ? current.debitAccount : current.creditAccount,
            creditAccount: isPending ? current.creditAccount : current.debitAccount,
            amount: current.amount,
            kind: current.kind,
            phase: isPending ? .void : .posted,
            pending: isPending ? current.id : nil,
            reverses: isPending ? nil : current.id,
            member: current.member,
            details: current.details,
            occurredAt: current.occurredAt
        )
        _ = try post(new, settling: isPending ? current : nil)
        journal.count(ledger.spending(of: current, edited: edit)?.negated)
    }
}

extension BankRecord {
    fileprivate init(
        id: ID<Entity.BankRecord>,
        account: ID<Entity.Account>,
        transfer: ID<Entity.Transfer>,
        _ report: ReportedRecord,
        by bankImport: ID<Entity.BankImport>?,
        at now: Timestamp
    ) {
        self.init(
            id: id,
            account: account,
            providerRecord: report.providerRecord,
            transfer: transfer,
            amountMinor: report.amountMinor,
            day: report.day,
            authorizedDay: report.authorizedDay,
            payee: StatementMatching.normalised(report.merchant ?? report.text),
            isPending: report.isPending,
            bankImport: bankImport,
            original: report.original,
            changedAt: now
        )
    }

    /// Takes what is told anew; what it counts as follows by transfers.
    fileprivate mutating func take(_ report: ReportedRecord, at now: Timestamp) {
        let before = self
        providerRecord = report.providerRecord ?? providerRecord
        amountMinor = report.amountMinor
        day = report.day
        authorizedDay = report.authorizedDay ?? authorizedDay
        payee = StatementMatching.normalised(report.merchant ?? report.text)
        isPending = report.isPending
        original = report.original
        if self != before { changedAt = now }
    }

    /// Whether money goes the same way as a report says.
    fileprivate func hasSides(of report: ReportedRecord) -> Bool {
        (amountMinor < 0) == (report.amountMinor < 0)
    }
}

extension Transfer {
    /// Whether a report says what the transfer says already.
    fileprivate func says(_ report: ReportedRecord, of record: BankRecord) -> Bool {
        record.amountMinor == report.amountMinor && record.day == report.day
            && details.text == report.text && details.merchant == report.merchant
            && details.category == report.category
    }
}
