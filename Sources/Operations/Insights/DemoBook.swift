import Contract
import Insights
import Kernel
import Ledger
import SQL
import Store

/// A member's demo household, booked within one transaction: some hundred rows on three accounts.
struct DemoBook {
    private var ledger: LedgerWriter
    private let membership: Membership
    private let call: Call

    private var session: any Session { ledger.session }
    private var today: CivilDay { membership.zone.day(of: call.now) }

    /// Opens the books for a member's demo household.
    init(_ membership: Membership, in ledger: LedgerWriter, _ call: Call) {
        self.membership = membership
        self.ledger = ledger
        self.call = call
    }

    /// Books the rows up to today, and takes away those of before that are none of them.
    ///
    /// - Returns: How many rows the household has.
    /// - Throws: ``Problem`` `conflict` when there are too many accounts; ``PostingRefusal``;
    ///   `DatabaseError`.
    mutating func write() throws -> Int {
        let rows = DemoRow.all(for: membership.member, today: today)
        for account in DemoAccount.allCases {
            try write(rows.filter { $0.account == account }, on: account)
        }
        return rows.count
    }

    private mutating func write(_ rows: [DemoRow], on account: DemoAccount) throws {
        var record = try record(of: account)
        let opened = try Accounts.find(record.account, of: membership.household, in: session)
            .orCorrupt("an account of the demo household is not opened")
        let former = try shown(on: record)
        var book = try BankBook(opened, in: ledger, reportedBy: Self.source, call)
        let gone = former.filter { record in !rows.contains { $0.key == record.providerRecord } }
        try book.withdraw(gone)
        let held = try BankRecords.find(
            providerRecords: rows.map(\.key),
            of: opened.id,
            in: session
        )
        let byKey = Dictionary(held.map { ($0.providerRecord, $0) }) { first, _ in first }
        for row in rows {
            guard let record = byKey[row.key] else { continue }
            try book.change(record, to: row.report(in: opened.currency))
        }
        try book.add(
            rows.filter { byKey[$0.key] == nil }.map { $0.report(in: opened.currency) }
        )
        let minor = opened.currency.minor(ofHundredths: account.balanceMinor)
        try book.open(with: minor - book.balanceMinor, on: rows.first?.day ?? today)
        try book.write()
        ledger = book.ledger
        try ledger.absorb(gone.map(\.withdrawn), of: opened, call)
        record.reportedMinor = minor
        record.syncedAt = call.now
        record.removedAt = nil
        record.isClearing = false
        try BankAccounts.save(record, in: session)
    }

    /// Who says so.
    private static let source = "demo"

    /// What lists show of the account: all of it is around the day of the last seed.
    private func shown(on record: BankAccountRecord) throws -> [BankRecord] {
        let last = record.syncedAt.map { membership.zone.day(of: $0) } ?? today
        let first = last.month.adding(months: -Self.monthsBefore).firstDay
        return try BankRecords.list(
            of: record.account,
            on: first...last.adding(days: Self.daysAfter),
            in: session
        ).map(\.record).filter(\.isShown)
    }

    /// A month more than has rows, and days after: the household may have had another time zone.
    private static let monthsBefore = 4
    private static let daysAfter = 2

    // MARK: The accounts

    /// The account as it is kept; it is opened when there is none.
    private func record(of account: DemoAccount) throws -> BankAccountRecord {
        let key = BankAccountRecord.demoKey(account.rawValue)
        let member = membership.member
        if let held = try BankAccounts.find(key: key, of: member, in: session) { return held }
        guard try ListedAccounts.list(of: member, in: session).count < Limits.accountsPerMember
        else { throw Problem(.conflict, "There are too many accounts to make another one") }
        let opened = AccountRecord(
            id: call.newID(),
            household: membership.household,
            member: member,
            kind: account == .credit ? .card : .bank,
            name: account.name,
            currency: membership.currency,
            createdAt: call.now
        )
        try Accounts.insert(opened, in: session)
        let record = BankAccountRecord(
            account: opened.id,
            member: member,
            externalKey: key,
            kind: account == .credit ? .credit : .depository,
            subtype: account == .credit ? "credit card" : account.rawValue,
            institution: account.institution
        )
        try BankAccounts.insert(record, in: session)
        return record
    }
}

extension DemoRow {
    /// What the row is known by among those of its account.
    fileprivate var key: String { id.text }

    /// The row as it is booked.
    fileprivate func report(in currency: Currency) -> ReportedRecord {
        ReportedRecord(
            providerRecord: key,
            amountMinor: currency.minor(ofHundredths: amountMinor),
            day: day,
            text: merchant,
            merchant: merchant,
            category: categoryCode,
            original: JSON.object([JSON.Member("template", .number(String(template)))]).text,
            transfer: ID(id)
        )
    }
}

extension Currency {
    /// Minor units of an amount in hundredths; what is less than one is rounded, half away from 0.
    fileprivate func minor(ofHundredths amount: Int64) -> Int64 {
        var minor = amount
        for _ in 2..<max(exponent, 2) { minor *= 10 }
        guard exponent < 2 else { return minor }
        let unit: Int64 = exponent == 0 ? 100 : 10
        return (amount + (amount < 0 ? -unit : unit) / 2) / unit
    }
}
