public import Kernel
import SQL
import Store

extension Operations {
    /// Forgets what has ended: remembered answers, failed sign-ins, locks, refresh tokens, codes,
    /// spent values, invitations, positions, location checks and events; long afterwards sessions
    /// and what happened to accounts.
    ///
    /// Ends after the piece at hand when its task is cancelled; the next run forgets the rest.
    ///
    /// - Returns: How many rows there were.
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func forgetOldRecords(now: Timestamp) async throws -> Int {
        var count = 0
        for purge in Purge.all { count += try await inPieces(now, purge.callAsFunction) }
        count += try await PolicyWindows.forget(in: database, now: now)
        count += try await inPieces(now, SyncRecords.forgetRemoved)
        guard !Task.isCancelled else { return count }
        // A removal that was cut off has left what it did not come to.
        let members = try await database.read { session in
            try PersonalRecords.removedMembers(now: now, in: session)
        }
        for member in members { try await allowance.forgetRest(of: member) }
        return count
    }

    /// Purges until nothing is left: there may be millions, everybody else's writes wait for a
    /// transaction, and a statement that takes too long is ended and forgets nothing.
    private func inPieces(
        _ now: Timestamp,
        _ forget: @escaping @Sendable (Int, Timestamp, any Session) throws -> Int
    ) async throws -> Int {
        var count = 0
        while !Task.isCancelled {
            let some = try await database.write { session in
                try forget(Limits.walkRows, now, session)
            }
            count += some
            if some < Limits.walkRows { break }
        }
        return count
    }
}
