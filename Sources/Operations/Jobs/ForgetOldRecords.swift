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
        for purge in Self.purges(now) { count += try await inPieces(purge) }
        guard !Task.isCancelled else { return count }
        // A removal that was cut off has left what it did not come to.
        let children = try await database.read { session in
            try PersonalRecords.removedChildren(now: now, in: session)
        }
        for child in children { try await allowance.forgetRest(of: child) }
        return count
    }

    /// Forgets some of what has ended, at most `most` rows.
    private typealias Purge = @Sendable (_ most: Int, any Session) throws -> Int

    /// One for each kind of record; tokens and codes before the sessions that they name.
    private static func purges(_ now: Timestamp) -> [Purge] {
        let redeemedLongAgo = now.adding(milliseconds: -Limits.codeKeptMilliseconds)
        let audited = now.adding(milliseconds: -Limits.auditKeptMilliseconds)
        return [
            { try RefreshTokenRecords.purge(upTo: $0, before: now, in: $1) },
            { try LoginGuard.purgeFailures(upTo: $0, now: now, in: $1) },
            { try LoginGuard.purgeLocks(upTo: $0, now: now, in: $1) },
            { try SpentValues.purge(upTo: $0, before: now, in: $1) },
            { try AuthorizationCodes.purge(upTo: $0, until: redeemedLongAgo, in: $1) },
            { try AuthEvents.purge(upTo: $0, before: audited, in: $1) },
            { try Invitations.purge(upTo: $0, now: now, in: $1) },
            { try Sessions.purge(upTo: $0, now: now, in: $1) },
            { try IdempotencyRecords.purge(upTo: $0, now: now, in: $1) },
            { try Pings.purge(upTo: $0, now: now, in: $1) },
            { try LocationChecks.purge(upTo: $0, now: now, in: $1) },
            { try Events.purge(upTo: $0, now: now, in: $1) },
        ]
    }

    /// Purges until nothing is left: there may be millions, everybody else's writes wait for a
    /// transaction, and a statement that takes too long is ended and forgets nothing.
    private func inPieces(_ purge: @escaping Purge) async throws -> Int {
        var count = 0
        while !Task.isCancelled {
            let some = try await database.write { try purge(Limits.walkRows, $0) }
            count += some
            if some < Limits.walkRows { break }
        }
        return count
    }
}
