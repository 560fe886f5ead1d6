import Kernel
import SQL
import Store

extension BankingOperations {
    /// Forgets an import whose rows are not all there; or the rest of one whose member is gone.
    ///
    /// - Throws: ``LeaseLost``; `DatabaseError`.
    func discard(_ lease: ImportLease, _ running: RunningCall) async throws {
        var isDone = false
        while !isDone {
            let now = running.current.now
            isDone = try await database.write { session in
                try Self.discardPiece(lease, now: now, in: session)
            }
        }
    }

    private static func discardPiece(
        _ lease: ImportLease,
        now: Timestamp,
        in session: any Session
    ) throws -> Bool {
        var record = try lease.record(in: session)
        let isOrphan = try Members.find(record.member, in: session) == nil
        guard record.state == .staging || isOrphan else { return true }
        let count = try BankImportRows.remove(
            of: record.id,
            after: 0,
            most: Limits.importRows,
            in: session
        )
        if count == Limits.importRows {
            lease.extend(&record, now: now)
        } else if record.state == .staging {
            try BankImports.remove(record.id, in: session)
            return true
        } else {
            record.state = .done
            record.doneAt = record.doneAt ?? now
            record.close()
        }
        try BankImports.save(record, in: session)
        return count < Limits.importRows
    }

    /// Whether whose import it is was taken out of the household.
    func isOrphan(_ record: BankImportRecord) async throws -> Bool {
        try await database.read { try Members.find(record.member, in: $0) == nil }
    }
}
