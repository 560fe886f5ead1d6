public import Contract
import Kernel
import Providers
import SQL
import Store

extension Operations {
    /// Exchanges a refresh token for its successor and a new access token.
    ///
    /// Each use rotates. A token presented again within ten seconds returns the same successor, for
    /// whoever lost the answer; presented later it ends its session, because somebody has a copy.
    ///
    /// - Throws: ``Problem`` `unauthenticated` when the grant is refused; `DatabaseError`.
    public func exchangeToken(
        _ input: API.Identity.AuthTokenRequest,
        _ call: Call
    ) async throws -> API.Identity.AuthTokenResponse {
        // No sign-in page gives out codes yet, so every code is one that was never issued.
        guard input.grantType == .refreshToken, let token = input.refreshToken,
            tokens.refreshTokens.isWellFormed(token)
        else { throw Problem(.unauthenticated, Self.refusedGrant) }
        let hash = tokens.refreshTokens.storedHash(of: token)
        let successor = tokens.refreshTokens.successor(of: token)
        let successorHash = tokens.refreshTokens.storedHash(of: successor)
        let bearer = try await database.write { session in
            try Self.rotate(hash, to: successorHash, call, in: session)
        }
        guard let bearer else { throw Problem(.unauthenticated, Self.refusedGrant) }
        let access = try tokens.accessToken(
            for: bearer,
            now: call.now,
            seconds: Limits.accessTokenSeconds
        )
        return API.Identity.AuthTokenResponse(
            accessToken: access.token,
            refreshToken: successor,
            expiresIn: Limits.accessTokenSeconds,
            userID: bearer.member,
            traceID: call.trace
        )
    }

    private static let refusedGrant = "The grant is wrong, spent or expired; sign in again"

    /// Rotates a token, or ends its session when it was spent before.
    ///
    /// - Returns: Whose token it is; `nil` when it is refused, which must not undo the ending.
    private static func rotate(
        _ hash: String,
        to successorHash: String,
        _ call: Call,
        in session: any Session
    ) throws -> SignedIn? {
        guard let record = try RefreshTokenRecords.find(hash: hash, in: session),
            call.now < record.expiresAt,
            let standing = try Sessions.standing(of: record.session, in: session)
        else { return nil }
        if let rotatedAt = record.rotatedAt {
            let graceEnd = rotatedAt.adding(milliseconds: Limits.refreshGraceMilliseconds)
            guard call.now <= graceEnd else {
                let reason = "refresh token reused"
                try Sessions.end(record.session, because: reason, now: call.now, in: session)
                return nil
            }
        } else {
            try RefreshTokenRecords.markRotated(hash: hash, now: call.now, in: session)
            try RefreshTokenRecords.insert(
                hash: successorHash,
                session: record.session,
                expiresAt: call.now.adding(milliseconds: Limits.refreshTokenMilliseconds),
                in: session
            )
        }
        return SignedIn(
            member: standing.member,
            household: standing.household,
            role: standing.role.rawValue,
            session: record.session
        )
    }
}
