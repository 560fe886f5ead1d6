import Kernel
import Providers
import SQL
import Store

extension AuthorizationCodeRecord {
    /// Whether it was given to exactly this client, at this address, for this verifier.
    fileprivate func isOf(_ client: OAuthClient, _ redirect: String, _ verifier: String) -> Bool {
        self.client.utf8.elementsEqual(client.id.utf8)
            && self.redirect.utf8.elementsEqual(redirect.utf8)
            && PKCE.isProof(verifier, of: challenge)
    }
}

extension IdentityOperations {
    /// Begins a session with a code, once.
    ///
    /// A code that comes back ends the session that it began, whoever brings it: two have it.
    ///
    /// - Returns: `nil` when the code is refused.
    func redeemCode(
        _ code: String,
        redirect: String,
        verifier: String,
        refreshToken: String,
        _ client: OAuthClient,
        _ call: Call
    ) async throws -> RedeemedGrant? {
        guard tokens.refreshTokens.isWellFormed(code) else { return nil }
        let hash = tokens.refreshTokens.storedHash(of: code)
        let refreshHash = tokens.refreshTokens.storedHash(of: refreshToken)
        let id: ID<Entity.Session> = call.newID()
        return try await database.write { session in
            guard let record = try AuthorizationCodes.find(hash: hash, in: session) else {
                return nil
            }
            if let first = record.session {
                try Self.endReused(first, of: record.member, "code reused", call, in: session)
                return nil
            }
            guard call.now < record.expiresAt, record.isOf(client, redirect, verifier),
                let member = try Members.find(record.member, in: session), member.isActive
            else { return nil }
            try Self.begin(id, for: record, refreshHash, call, in: session)
            try AuthorizationCodes.markRedeemed(hash: hash, by: id, now: call.now, in: session)
            return RedeemedGrant(
                member: member,
                session: id,
                client: record.client,
                scopes: client.given(OAuthScope.read(record.scope) ?? []),
                nonce: record.nonce,
                endsAt: call.now.adding(milliseconds: Limits.sessionMilliseconds)
            )
        }
    }

    /// Begins the session of a code, with its refresh token.
    private static func begin(
        _ id: ID<Entity.Session>,
        for code: AuthorizationCodeRecord,
        _ refreshHash: String,
        _ call: Call,
        in session: any Session
    ) throws {
        try Sessions.insert(
            id,
            of: code.member,
            origin: .code,
            client: code.client,
            scope: code.scope,
            now: call.now,
            in: session
        )
        try RefreshTokenRecords.insert(
            hash: refreshHash,
            session: id,
            expiresAt: call.now.adding(milliseconds: Limits.refreshTokenMilliseconds),
            in: session
        )
    }

    /// Ends a session of whose code or refresh token somebody has a copy.
    static func endReused(
        _ id: ID<Entity.Session>,
        of member: ID<Entity.Member>,
        _ reason: String,
        _ call: Call,
        in session: any Session
    ) throws {
        guard try Sessions.membership(of: id, in: session) != nil else { return }
        try Sessions.end(id, because: reason, now: call.now, in: session)
        let client = try Sessions.client(of: id, in: session)?.id
        try Self.record(.tokenReused, of: member, session: id, client: client, call, in: session)
    }
}
