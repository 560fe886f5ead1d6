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
        var count = try await database.write { session in
            try LoginGuard.purge(now: now, in: session)
                + RefreshTokenRecords.purge(before: now, in: session)
        }
        // There may be millions, and everybody else's writes wait for a transaction.
        while true {
            let some = try await database.write { session in
                try IdempotencyRecords.purge(upTo: Limits.walkRows, now: now, in: session)
            }
            count += some
            if some < Limits.walkRows { return count }
        }
    }
}
