import Banking
import Contract
import Kernel
import SQL
import Store

/// A file that was checked, on its way into an account.
struct OpenFile: Sendable {
    let source: BankFileSource
    let checked: CheckedFile
    let target: ImportTarget
    let owner: ImportOwner
}

extension BankingOperations {
    /// Stores the rows of a file that are not held yet, to be booked.
    ///
    /// They count only once all are there: what is left of a try that was cut off is discarded.
    ///
    /// - Returns: The lease of the import, which is running then.
    /// - Throws: ``Problem`` `conflict` when another import of the account is open.
    func stage(_ file: OpenFile, _ running: RunningCall) async throws -> ImportLease {
        try await endReset(of: file.target, running)
        let lease = try await beginStaging(file, running.current)
        do {
            let held = try await heldRows(of: file)
            let staged = try await stageRows(of: file, held, lease, running)
            try await endStaging(file, held, staged: staged, lease, running.current)
            return lease
        } catch {
            // Whatever cannot be discarded now is when its lease has ended.
            try? await discard(lease, running)
            throw error
        }
    }

    /// Withdraws what a reset has left of an account, before a file tells it again.
    private func endReset(of target: ImportTarget, _ running: RunningCall) async throws {
        guard let account = target.account else { return }
        let bank = try await database.read { try BankAccounts.find(account.id, in: $0) }
        guard let bank, bank.isClearing, bank.removedAt == nil else { return }
        try await clear(account.id, running.current)
    }

    private func beginStaging(_ file: OpenFile, _ call: Call) async throws -> ImportLease {
        let id: ID<Entity.BankImport> = call.newID()
        let lease = ImportLease(id, call)
        var record = BankImportRecord(
            id: id,
            member: file.owner.member,
            account: file.target.account?.id,
            format: file.checked.plan.format.name,
            fileName: file.source.name,
            createdAt: call.now
        )
        lease.extend(&record, now: call.now)
        try await refusingSecond { [record] session in
            try BankImports.insert(record, in: session)
        }
        return lease
    }

    /// What the account holds of a file.
    func heldRows(of file: OpenFile) async throws -> HeldRows {
        guard case .existing(let account, let isLinked) = file.target,
            try await database.read({ session in
                try !BankRecords.list(of: account.id, after: nil, most: 1, in: session).isEmpty
            })
        else { return HeldRows(rows: file.checked.rows) }
        return try await heldRows(
            of: file.source,
            file.checked,
            in: account,
            isLinked: isLinked
        )
    }

    private func stageRows(
        of file: OpenFile,
        _ held: HeldRows,
        _ lease: ImportLease,
        _ running: RunningCall
    ) async throws -> Int {
        var staged = 0
        var waiting: [BankImportRow] = []
        let store = { (rows: [BankImportRow]) in
            let now = running.current.now
            try await database.write { session in
                var record = try lease.record(in: session)
                lease.extend(&record, now: now)
                try BankImports.save(record, in: session)
                try BankImportRows.insert(rows, of: record.id, in: session)
            }
        }
        let checked = file.checked
        try await file.source.rows(checked.plan, currency: checked.currency) { rows in
            waiting += rows.filter { !held.isHeld($0) }
            while waiting.count >= Limits.importRows {
                let piece = Array(waiting.prefix(Limits.importRows))
                try await store(piece)
                staged += piece.count
                waiting.removeFirst(piece.count)
            }
            return true
        }
        if !waiting.isEmpty { try await store(waiting) }
        return staged + waiting.count
    }

    private func endStaging(
        _ file: OpenFile,
        _ held: HeldRows,
        staged: Int,
        _ lease: ImportLease,
        _ call: Call
    ) async throws {
        try await refusingSecond { session in
            var record = try lease.record(in: session)
            switch file.target {
            case .existing(let account, _): try Self.restore(account, in: session)
            case .new(let new):
                record.account = try new.open(for: file.owner, call, in: session).id
            }
            let checked = file.checked
            record.state = .running
            record.rowsTotal = Int64(staged + held.alike)
            record.rowsDone = Int64(held.alike)
            record.rowsKnown = Int64(held.alike)
            record.rowsRefused = Int64(checked.refused)
            record.firstDay = checked.firstDay
            record.lastDay = checked.lastDay
            record.closingMinor = checked.closing?.amount.minor
            record.closingDay = checked.closing?.day
            lease.extend(&record, now: call.now)
            try BankImports.save(record, in: session)
            try Self.remember(checked, of: file.owner.member, now: call.now, in: session)
        }
    }

    /// Brings back an account of files that was taken off the list.
    private static func restore(_ account: AccountRecord, in session: any Session) throws {
        guard var bank = try BankAccounts.find(account.id, in: session), bank.removedAt != nil
        else { return }
        bank.removedAt = nil
        bank.isClearing = false
        bank.item = nil
        try BankAccounts.save(bank, in: session)
    }

    /// Writes, unless another import of the account is open.
    ///
    /// - Throws: ``Problem`` `conflict`; `DatabaseError`.
    func refusingSecond(
        _ work: @escaping @Sendable (any Session) throws -> Void
    ) async throws {
        do {
            try await database.write(work)
        } catch let error as DatabaseError where error.code == .unique {
            throw Problem(.conflict, "Another import of this account is not done yet")
        }
    }
}
