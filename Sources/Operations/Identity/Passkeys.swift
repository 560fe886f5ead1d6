public import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Begins adding a passkey: what a browser needs to make one.
    ///
    /// Nothing is remembered of it; the challenge says itself whose it is and when it ends.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func passkeyOptions(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Identity.PasskeyOptions {
        let verifier = try passkeyVerifier()
        return try await reading(call) { session, membership in
            let member = try Self.member(membership.member, in: session)
            let challenge = verifier.challenges.make(
                for: .registration(member.id),
                until: call.now.adding(milliseconds: Limits.passkeyChallengeMilliseconds)
            )
            return API.Identity.PasskeyOptions(
                rp: .init(id: verifier.relyingParty.id, name: "Purser"),
                user: .init(
                    id: Base64URL.text(PasskeyVerifier.userHandle(of: member.id)),
                    name: member.email,
                    displayName: member.passkeyDisplayName
                ),
                challenge: Base64URL.text(challenge),
                algorithms: PasskeyKey.Algorithm.allCases.map(\.rawValue),
                timeout: Limits.passkeyChallengeMilliseconds,
                excluding: try Passkeys.list(of: member.id, in: session).map(\.credentialID)
            )
        }
    }

    /// Adds a passkey that a browser made.
    ///
    /// It signs in without password or second factor, so who adds it shows both, or has just signed
    /// in where another issuer does that: a stolen token must not become a way in that outlives it.
    ///
    /// - Throws: ``Problem`` `invalid` when it is not one that was asked for, or when the password
    ///   or the code is missing or wrong; `rateLimited` after too many wrong ones or when too many
    ///   are being checked; `conflict` when it is known already or one too many;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func addPasskey(
        _ input: API.Identity.PasskeyRequest,
        _ call: Call
    ) async throws -> API.Identity.PasskeyResponse {
        let verifier = try passkeyVerifier()
        let proven = try await proving(input.password, code: input.code, call)
        return try await changing(proven, call) { session, membership in
            let made = try Self.registration(input, by: membership.member, verifier, call)
            let record = PasskeyRecord(
                id: call.newID(),
                credentialID: Base64URL.text(made.credentialID),
                member: membership.member,
                publicKey: Base64URL.text(made.key.encoded),
                algorithm: made.key.algorithm.rawValue,
                signCount: made.signCount,
                name: input.name,
                createdAt: call.now
            )
            guard try SingleUseValues.spend(made.challenge, in: session) else {
                throw Problem.invalidCredential(.challenge)
            }
            let others = try Passkeys.list(of: membership.member, in: session)
            guard others.count < Limits.passkeysPerMember else {
                throw Problem(.conflict, "There are at most \(Limits.passkeysPerMember) passkeys")
            }
            guard try Passkeys.insert(record, in: session) else {
                throw Problem(.conflict, "This passkey was added before")
            }
            try Self.recordPasskey(record, "added", .passkeyAdded, membership, call, in: session)
            return API.Identity.PasskeyResponse(record)
        }
    }

    /// Lists the member's passkeys.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func listPasskeys(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Identity.PasskeyListResponse {
        try await reading(call) { session, membership in
            let passkeys = try Passkeys.list(of: membership.member, in: session)
            return .init(passkeys: passkeys.map { API.Identity.PasskeyResponse($0) })
        }
    }

    /// Takes a passkey away.
    ///
    /// This opens no door, and so it takes the token alone, as ending a session does.
    ///
    /// - Throws: ``Problem`` `notFound` when the member has no such passkey; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func deletePasskey(
        _ input: API.Identity.PasskeyReference,
        _ call: Call
    ) async throws -> Empty {
        try await writing(call) { session, membership in
            let record = try Passkeys.find(input.passkeyID, of: membership.member, in: session)
                .orNotFound()
            try Passkeys.delete(record.id, in: session)
            try Self.recordPasskey(
                record,
                "removed",
                .passkeyRemoved,
                membership,
                call,
                in: session
            )
            return Empty()
        }
    }

    private static func registration(
        _ input: API.Identity.PasskeyRequest,
        by member: ID<Entity.Member>,
        _ verifier: PasskeyVerifier,
        _ call: Call
    ) throws -> PasskeyVerifier.Registration {
        let response = input.credential.response
        guard let clientData = Base64URL.bytes(response.clientDataJSON),
            let attestationObject = Base64URL.bytes(response.attestationObject)
        else { throw Problem.invalidCredential(.malformed) }
        do {
            return try verifier.registration(
                clientData: clientData,
                attestationObject: attestationObject,
                by: member,
                now: call.now
            )
        } catch {
            throw Problem.invalidCredential(error)
        }
    }

    /// Tells the member and the household's books what became of a passkey.
    private static func recordPasskey(
        _ record: PasskeyRecord,
        _ did: String,
        _ kind: AuthEvent.Kind,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        let body = [
            JSON.Member("passkey", .string(record.id.text)), JSON.Member("did", .string(did)),
        ]
        try recordChange(kind, .accountPasskey, body, membership, call, session)
    }
}

extension Problem {
    fileprivate static func invalidCredential(_ refusal: PasskeyRefusal) -> Problem {
        .invalid([Fault(field: "credential", rule: refusal.rule)])
    }
}

extension MemberRecord {
    /// What an authenticator shows to tell accounts apart.
    fileprivate var passkeyDisplayName: String { shownName(firstName, lastName) ?? email }
}

extension API.Identity.PasskeyResponse {
    fileprivate init(_ record: PasskeyRecord) {
        self.init(
            passkeyID: record.id,
            name: record.name,
            createdAt: WireTimestamp(record.createdAt),
            lastUsedAt: record.lastUsedAt.map { WireTimestamp($0) }
        )
    }
}
