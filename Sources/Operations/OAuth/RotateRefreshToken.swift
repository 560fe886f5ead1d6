import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Replaces a refresh token by its successor.
    ///
    /// Each use rotates. A token presented again within ten seconds returns the same successor, for
    /// whoever lost the answer; presented later it ends its session, because somebody has a copy.
    ///
    /// `asked`: The scope that the client names again, at most what was granted.
    /// Throws ``OAuthRefusal`` `invalidScope`; `DatabaseError`.
    func rotate(
        _ token: String,
        to successor: String,
        _ asked: [OAuthScope]?,
        client: OAuthClient,
        _ call: Call
    ) async throws -> RedeemedGrant? {
        guard tokens.refreshTokens.isWellFormed(token) else { return nil }
        let hash = tokens.refreshTokens.storedHash(of: token)
        let successorHash = tokens.refreshTokens.storedHash(of: successor)
        return try await database.write { session in
            guard let record = try RefreshTokenRecords.find(hash: hash, in: session),
                call.now < record.expiresAt,
                var grant = try Self.grant(of: record.session, to: client, in: session),
                call.now < grant.endsAt
            else { return nil }
            let graceEnd = record.rotatedAt?.adding(milliseconds: Limits.refreshGraceMilliseconds)
            let isReused = graceEnd.map { $0 < call.now } ?? false
            // One that is reused ends its session, whatever it asks for.
            if let asked, !isReused { try grant.narrow(to: asked, client) }
            guard record.rotatedAt != nil else {
                try RefreshTokenRecords.markRotated(hash: hash, now: call.now, in: session)
                try RefreshTokenRecords.insert(
                    hash: successorHash,
                    session: record.session,
                    expiresAt: min(
                        call.now.adding(milliseconds: Limits.refreshTokenMilliseconds),
                        grant.endsAt
                    ),
                    in: session
                )
                try Sessions.markUsed(record.session, now: call.now, in: session)
                return grant
            }
            guard isReused else { return grant }
            let reason = "refresh token reused"
            // What follows must last, so nothing may be thrown from here on.
            try Self.endReused(grant.session, of: grant.member.id, reason, call, in: session)
            return nil
        }
    }

    /// What a session grants its client; `nil` when it ended or was begun for another client.
    ///
    /// A session that an app's own sign-in began is the usual client's.
    private static func grant(
        of id: ID<Entity.Session>,
        to client: OAuthClient,
        in session: any Session
    ) throws -> RedeemedGrant? {
        guard let membership = try Sessions.membership(of: id, in: session),
            let granted = try Sessions.client(of: id, in: session),
            let signIn = try Sessions.signIn(of: id, in: session),
            (granted.id ?? OAuthClient.native.id).utf8.elementsEqual(client.id.utf8),
            let member = try Members.find(membership.member, in: session)
        else { return nil }
        return RedeemedGrant(
            member: member,
            session: id,
            client: client.id,
            scopes: client.given(granted.scope.flatMap(OAuthScope.read) ?? OAuthScope.usual),
            nonce: nil,
            endsAt: signIn.endsAt
        )
    }
}

extension RedeemedGrant {
    /// Takes less than was granted, for the tokens of this one answer; what was granted stays.
    ///
    /// An app of the house that names nothing of the API means what it has of it, as at the page.
    fileprivate mutating func narrow(to asked: [OAuthScope], _ client: OAuthClient) throws {
        guard asked.isWithin(scopes) else {
            throw OAuthRefusal(.invalidScope, "scope has more than was granted")
        }
        let keepsAPI = client.isOwn && asked.api.isEmpty
        scopes = keepsAPI ? asked + scopes.filter { !$0.api.isEmpty } : asked
    }
}
