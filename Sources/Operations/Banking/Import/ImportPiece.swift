import Banking
import Catalogue
import Contract
import Kernel
import Ledger
import SQL
import Store

/// Rows of an import that are booked in one transaction.
struct ImportPiece: Sendable {
    let lease: ImportLease
    /// The place of the last row before.
    let after: Int64
    let rows: [(place: Int64, report: ReportedRecord)]
    let isLast: Bool

    /// Books them, and stores how far the import is.
    ///
    /// - Throws: ``LeaseLost``; ``PostingRefusal``; `DatabaseError`.
    func book(_ call: Call, _ catalogue: Catalogue, in session: any Session) throws {
        var record = try lease.record(in: session)
        guard record.state == .running, record.place == after else { throw LeaseLost() }
        let id = try record.account.orCorrupt("an import that is running has no account")
        let member = try Members.find(record.member, in: session)
            .orCorrupt("an import is nobody's")
        let head = try Households.head(of: member.household, in: session)
            .orCorrupt("a member has no household")
        let account = try Accounts.find(id, of: member.household, in: session)
            .orCorrupt("an import's account is not the household's")
        try Self.endReset(of: id, in: session)
        var ledger = try LedgerWriter(head, catalogue, in: session)
        var books = try BankBook(account, in: ledger, reportedBy: "file", call)
        let before = record.rowsDone
        let touched = try book(rows.map(\.report), in: &books, &record, session)
        try books.write()
        ledger = books.ledger
        try ledger.absorb(touched, of: account, call)
        record.rowsDone += Int64(rows.count)
        record.place = rows.last?.place ?? record.place
        lease.extend(&record, now: call.now)
        if isLast { try finish(&record, of: member.household, call, in: session) }
        try BankImports.save(record, in: session)
        try BankImportRows.remove(of: record.id, after: after, most: rows.count, in: session)
        if ledger.head != head, isStep(from: before, of: record) {
            try tell(record, after: ledger.head, call, in: session)
        }
    }

    /// From the first row that comes after a reset on, an account holds what its rows come to.
    private static func endReset(of id: ID<Entity.Account>, in session: any Session) throws {
        guard var bank = try BankAccounts.find(id, in: session), bank.item == nil,
            bank.reportedMinor != nil
        else { return }
        bank.reportedMinor = nil
        try BankAccounts.save(bank, in: session)
    }

    /// - Returns: The records that were added or told anew.
    private func book(
        _ reports: [ReportedRecord],
        in book: inout BankBook,
        _ record: inout BankImportRecord,
        _ session: any Session
    ) throws -> [BankRecord] {
        let found = try BankRecords.find(
            providerRecords: reports.compactMap(\.providerRecord),
            of: book.account.id,
            in: session
        )
        var held = Dictionary(
            found.map { ($0.providerRecord, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var seen: Set<String> = []
        var new: [ReportedRecord] = []
        var again: [ReportedRecord] = []
        for report in reports {
            guard let id = report.providerRecord else {
                new.append(report)
                continue
            }
            if held[id] == nil, seen.insert(id).inserted {
                new.append(report)
            } else {
                again.append(report)
            }
        }
        var touched = try book.add(new, by: record.id)
        for added in touched where added.providerRecord != nil {
            held[added.providerRecord] = added
        }
        record.rowsNew += Int64(new.count)
        for report in again {
            guard let known = held[report.providerRecord] else { continue }
            let followed = try follow(report, known, in: &book, &record)
            held[report.providerRecord] = followed
            if followed != known { touched.append(followed) }
        }
        return touched
    }

    /// Takes a row whose id is held.
    private func follow(
        _ report: ReportedRecord,
        _ known: BankRecord,
        in book: inout BankBook,
        _ record: inout BankImportRecord
    ) throws -> BankRecord {
        guard !known.isToldBy(report) else {
            record.rowsKnown += 1
            return known
        }
        let result = try book.change(known, to: report, by: record.id)
        if !known.isShown {
            record.rowsNew += 1
        } else if result.isChanged {
            record.rowsChanged += 1
        } else {
            record.rowsKnown += 1
        }
        return result.record
    }

    /// Ends the import: its closing balance is compared with ours, and nothing is made up from it.
    private func finish(
        _ record: inout BankImportRecord,
        of household: ID<Entity.Household>,
        _ call: Call,
        in session: any Session
    ) throws {
        record.state = .done
        record.doneAt = call.now
        record.close()
        guard let closing = record.closingMinor, let id = record.account,
            let account = try Accounts.find(id, of: household, in: session)
        else { return }
        let newest = try BankRecords.newestDay(of: account.id, in: session)
        // What happened after the file's last day is not in its balance.
        if let day = record.closingDay, let newest, newest > day { return }
        let balanceMinor = account.totals.balanceMinor
        record.differenceMinor = closing == balanceMinor ? nil : closing - balanceMinor
    }

    // MARK: Progress

    /// Whether so much was done that it is worth telling.
    private func isStep(from before: Int64, of record: BankImportRecord) -> Bool {
        let total = max(record.rowsTotal, 1)
        let steps = Limits.importSteps
        return isLast || before * steps / total != record.rowsDone * steps / total
    }

    private func tell(
        _ record: BankImportRecord,
        after head: ChainHead,
        _ call: Call,
        in session: any Session
    ) throws {
        guard let number = try BankImports.find(record.id, in: session)?.number else { return }
        let body = JSON.object([
            JSON.Member("import_id", .number(String(number.value))),
            JSON.Member("state", .string(record.state.rawValue)),
            JSON.Member("rows_done", .number(String(record.rowsDone))),
        ])
        try Events.append(
            .importProgress,
            of: record.member,
            body.text,
            after: head,
            now: call.now,
            in: session
        )
    }
}

extension BankRecord {
    /// Whether a row of a file says what the record says, word for word.
    fileprivate func isToldBy(_ report: ReportedRecord) -> Bool {
        isShown && original == report.original && amountMinor == report.amountMinor
            && day == report.day && isPending == report.isPending
    }
}
