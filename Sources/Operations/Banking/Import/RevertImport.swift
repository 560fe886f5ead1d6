public import Contract
import Kernel
import Ledger
import SQL
import Store

extension BankingOperations {
    /// Takes back what an import of the caller brought, with the edits of those rows.
    ///
    /// A row that something else has told anew since, or that is a charge made since, is not the
    /// import's own any more, and keeps it from being taken back.
    ///
    /// - Throws: ``Problem`` `notFound`; `conflict` when the import is not done, another one of its
    ///   account is open, or a row was joined; `unauthenticated`; `DatabaseError`.
    public func revertImport(
        _ input: API.Banking.ImportSubject,
        _ call: Call,
        patience: Duration? = nil
    ) async throws -> API.Banking.Import {
        let running = RunningCall(call)
        let (owner, record) = try await reading(call) { session, membership in
            let found = try BankImports.find(Serial(input.id), of: membership.member, in: session)
            return (ImportOwner(membership), try found.orNotFound().record)
        }
        switch record.state {
        case .staging: throw Problem(.notFound)
        case .running: throw Problem(.conflict, "The import is not done yet")
        case .reverting, .reverted: break
        case .done:
            try await requireOwn(record)
            let lease = try await beginRevert(record, running.current)
            do {
                let patience = patience ?? .seconds(Limits.importSeconds)
                if try await !takeBack(lease, running, patience: patience) {
                    try await release(lease, running.current)
                }
            } catch is LeaseLost {
                // Somebody else goes on with it.
            } catch let error where Self.isPassing(error) {
                try? await release(lease, running.current)
            }
        }
        return try await self.import(Serial(input.id), of: owner)
    }

    /// - Throws: ``Problem`` `conflict` that names the first row that something else has joined.
    private func requireOwn(_ record: BankImportRecord) async throws {
        var last: Int64 = 0
        while true {
            try Task.checkCancellation()
            let (page, joined) = try await database.read { [last] session in
                let page = try BankRecords.list(
                    broughtBy: record.id,
                    after: last,
                    most: Limits.importRows,
                    in: session
                )
                let rows = page.map(\.record)
                let charged = try AbsorbedCharges.recordedAt(of: rows.map(\.id), in: session)
                let joined = rows.first { row in
                    row.isShown && !record.owns(row, charged: charged[row.id])
                }
                let entry = try joined.flatMap { joined in
                    try Entries.list(of: joined.transfer, in: session).first
                }
                return (page.last?.number, entry)
            }
            if let joined {
                let name = "Transaction \(joined.number.value) of \(joined.entry.day.text)"
                throw Problem(.conflict, "\(name) was told or charged since, so it stays")
            }
            guard let page else { return }
            last = page
        }
    }

    private func beginRevert(
        _ record: BankImportRecord,
        _ call: Call
    ) async throws -> ImportLease {
        let lease = ImportLease(record.id, call)
        try await refusingSecond { session in
            guard var record = try BankImports.find(record.id, in: session)?.record,
                record.state == .done
            else { throw Problem(.conflict, "The import is taken back already") }
            record.state = .reverting
            record.place = 0
            lease.extend(&record, now: call.now)
            try BankImports.save(record, in: session)
        }
        return lease
    }

    /// Takes back what an import brought, piece by piece.
    ///
    /// - Returns: Whether all of it was.
    /// - Throws: ``LeaseLost``; ``PostingRefusal``; `DatabaseError`; `CancellationError`.
    func takeBack(
        _ lease: ImportLease,
        _ running: RunningCall,
        patience: Duration? = nil
    ) async throws -> Bool {
        var size = PieceSize()
        while patience.map({ !running.hasTaken($0) }) ?? true {
            try Task.checkCancellation()
            let most = size.rows
            let call = running.current
            let (isDone, elapsed) = try await database.write { session in
                let started = ContinuousClock.now
                let isDone = try takeBack(most, lease, call, in: session)
                return (isDone, ContinuousClock.now - started)
            }
            if isDone { return true }
            size.note(elapsed)
        }
        return false
    }

    private func takeBack(
        _ most: Int,
        _ lease: ImportLease,
        _ call: Call,
        in session: any Session
    ) throws -> Bool {
        var record = try lease.record(in: session)
        guard record.state == .reverting else { throw LeaseLost() }
        let brought = try BankRecords.list(
            broughtBy: record.id,
            after: record.place,
            most: most,
            in: session
        )
        if !brought.isEmpty {
            let own = brought.map(\.record).filter { $0.isShown && record.owns($0) }
            try withdraw(own, of: record, call, in: session)
            record.place = brought.last?.number ?? record.place
        }
        let isDone = brought.count < most
        lease.extend(&record, now: call.now)
        if isDone {
            record.state = .reverted
            record.revertedAt = call.now
            record.close()
        }
        try BankImports.save(record, in: session)
        return isDone
    }

    /// Withdraws records with what their member made of them.
    private func withdraw(
        _ records: [BankRecord],
        of bankImport: BankImportRecord,
        _ call: Call,
        in session: any Session
    ) throws {
        guard let first = records.first else { return }
        let member = try Members.find(bankImport.member, in: session)
            .orCorrupt("an import is nobody's")
        let head = try Households.head(of: member.household, in: session)
            .orCorrupt("a member has no household")
        var ledger = try LedgerWriter(head, catalogue, in: session)
        try ledger.forgetEdits(of: records, by: member.id, call)
        let account = try Accounts.find(first.account, of: member.household, in: session)
            .orCorrupt("an import's account is not the household's")
        var book = try BankBook(account, in: ledger, reportedBy: "file", call)
        try book.withdraw(records)
        try book.write()
        ledger = book.ledger
        try ledger.absorb(records.map(\.withdrawn), of: account, call)
    }
}

extension BankImportRecord {
    /// Whether nothing else has told a record anew since the import brought it.
    fileprivate func owns(_ record: BankRecord, charged: Timestamp? = nil) -> Bool {
        let joinedAt = max(record.changedAt, charged ?? record.changedAt)
        return record.bankImport == id && doneAt.map { joinedAt <= $0 } ?? true
    }
}

extension LedgerWriter {
    /// Takes away what a member made of records of theirs.
    mutating func forgetEdits(
        of records: [BankRecord],
        by member: ID<Entity.Member>,
        _ call: Call
    ) throws {
        for record in records {
            let began = try Transfers.find(record.transfer, of: household.id, in: session)
                .orCorrupt("a record at a bank has no transfer")
            let edit = try Annotations.find(began.annotated, in: session)
            guard let edit, edit != AnnotationRecord() else { continue }
            try self.edit(began, AnnotationRecord(), by: member, call)
        }
    }
}
