public import Kernel
import SQL
import Store

extension Operations {
    /// Forgets what has ended: remembered answers, failed sign-ins, locks and refresh tokens.
    ///
    /// - Returns: How many rows there were.
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func forgetOldRecords(now: Timestamp) async throws -> Int {
        try await database.write { session in
            try IdempotencyRecords.purge(now: now, in: session)
                + LoginGuard.purge(now: now, in: session)
                + RefreshTokenRecords.purge(before: now, in: session)
        }
    }
}
