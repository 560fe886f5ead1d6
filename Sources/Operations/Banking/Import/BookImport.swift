import Banking
import Contract
import Kernel
import Ledger
import SQL
import Store

extension BankingOperations {
    /// Books the rows of an import piece by piece, each in a transaction of its own with how far
    /// it is.
    ///
    /// - Parameters:
    ///   - lease: The right to do so.
    ///   - running: The call.
    ///   - patience: After how long it stops, for others to go on; `nil` for never.
    /// - Returns: Whether all of it is booked.
    /// - Throws: ``LeaseLost``; ``PostingRefusal``; `DatabaseError`; `CancellationError`.
    func book(
        _ lease: ImportLease,
        _ running: RunningCall,
        patience: Duration? = nil
    ) async throws -> Bool {
        var size = PieceSize()
        while patience.map({ !running.hasTaken($0) }) ?? true {
            try Task.checkCancellation()
            let most = size.rows
            let (record, rows) = try await database.read { session in
                let record = try lease.record(in: session)
                let rows = try BankImportRows.list(
                    of: record.id,
                    after: record.place,
                    most: most,
                    in: session
                )
                return (record, rows)
            }
            guard record.state == .running else { return true }
            // Outside of the transaction: what it takes to know a merchant is nobody's wait.
            let piece = ImportPiece(
                lease: lease,
                after: record.place,
                rows: rows.map { ($0.place, $0.report(catalogue)) },
                isLast: rows.count < most
            )
            let call = running.current
            let elapsed = try await database.write { session in
                let started = ContinuousClock.now
                try piece.book(call, catalogue, in: session)
                return ContinuousClock.now - started
            }
            guard !piece.isLast else { return true }
            size.note(elapsed)
        }
        return false
    }
}
