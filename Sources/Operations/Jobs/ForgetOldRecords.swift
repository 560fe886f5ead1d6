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
        var count = try await database.write { session in
            let redeemedLongAgo = now.adding(milliseconds: -Limits.codeKeptMilliseconds)
            let audited = now.adding(milliseconds: -Limits.auditKeptMilliseconds)
            return try LoginGuard.purge(now: now, in: session)
                + RefreshTokenRecords.purge(before: now, in: session)
                + SpentValues.purge(before: now, in: session)
                + AuthorizationCodes.purge(until: redeemedLongAgo, in: session)
                + AuthEvents.purge(before: audited, in: session)
        }
        count += try await inPieces { try Invitations.purge(upTo: $0, now: now, in: $1) }
        count += try await inPieces { try Sessions.purge(upTo: $0, now: now, in: $1) }
        count += try await inPieces { try IdempotencyRecords.purge(upTo: $0, now: now, in: $1) }
        count += try await inPieces { try Pings.purge(upTo: $0, now: now, in: $1) }
        count += try await inPieces { try LocationChecks.purge(upTo: $0, now: now, in: $1) }
        count += try await inPieces { try Events.purge(upTo: $0, now: now, in: $1) }
        return count
    }

    /// Purges until nothing is left: there may be millions, and everybody else's writes wait for a
    /// transaction.
    private func inPieces(
        _ purge: @escaping @Sendable (_ most: Int, any Session) throws -> Int
    ) async throws -> Int {
        var count = 0
        while !Task.isCancelled {
            let some = try await database.write { try purge(Limits.walkRows, $0) }
            count += some
            if some < Limits.walkRows { break }
        }
        return count
    }
}
