public import Contract
import Kernel
public import Providers
import SQL
import Store

extension IdentityOperations {
    /// Signs a member in to the web app with a passkey, for 24 hours as a login does.
    ///
    /// - Throws: ``Problem`` `unauthenticated` when the passkey is not good; `DatabaseError`.
    public func loginMember(
        passkey: PasskeyAssertion,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        let id: ID<Entity.Session> = call.newID()
        let (member, household) = try await signInWithPasskey(passkey, call) { member, session in
            (member, try Self.begin(id, for: member, call, in: session))
        }
        return try allowanceAnswer(member, household, SignedIn(member, session: id), call)
    }

    /// Signs in whoever's passkey signed the page's challenge.
    ///
    /// It made sure who was there, so no second factor is asked for; and as nobody can guess one, a
    /// lock after wrong passwords does not keep its owner out.
    ///
    /// `begin`: What is done for the member in the same transaction.
    /// Throws ``Problem`` `unauthenticated` when the passkey is not good, whatever is
    /// wrong with it, `DatabaseError`, and what `begin` throws.
    func signInWithPasskey<Output: Sendable>(
        _ assertion: PasskeyAssertion,
        client: String? = nil,
        _ call: Call,
        _ begin: @escaping @Sendable (MemberRecord, any Session) throws -> Output
    ) async throws -> Output {
        let credentialID = Base64URL.text(assertion.credentialID)
        let passkey = try await database.read { session in
            try Passkeys.find(credentialID: credentialID, in: session)
        }
        guard let passkey else { throw Self.passkeyNotAccepted }
        guard let checked = try checked(assertion, passkey, call) else {
            try await recordFailedPasskey(passkey, client, call)
            throw Self.passkeyNotAccepted
        }
        let output = try await database.write { session -> Output? in
            // It may have been taken away, or used, while it was checked.
            guard let now = try Passkeys.find(credentialID: credentialID, in: session),
                now.id == passkey.id, now.publicKey == passkey.publicKey,
                let member = try Members.find(now.member, in: session), member.isActive
            else { return nil }
            let event = { (kind: AuthEvent.Kind) in
                try Self.record(kind, of: member.id, client: client, call, in: session)
            }
            guard try SingleUseValues.spend(checked.challenge, in: session) else {
                try event(.signInFailed)
                return nil
            }
            guard !checked.isCloned(after: now.signCount) else {
                try event(.passkeyCloned)
                return nil
            }
            let count = checked.signCount
            try Passkeys.use(now.id, signCount: count, now: call.now, in: session)
            try event(.signedIn)
            return try begin(member, session)
        }
        guard let output else { throw Self.passkeyNotAccepted }
        return output
    }

    private static let passkeyNotAccepted = Problem(
        .unauthenticated,
        "This passkey was not accepted"
    )

    /// What a passkey signed; `nil` when it is not good.
    private func checked(
        _ assertion: PasskeyAssertion,
        _ passkey: PasskeyRecord,
        _ call: Call
    ) throws -> PasskeyVerifier.Assertion? {
        guard let encoded = Base64URL.bytes(passkey.publicKey),
            let key = try? PasskeyKey(encoded: encoded)
        else { throw DatabaseError(.corrupt, "a passkey has no key") }
        let verifier = try passkeyVerifier()
        return try? verifier.assertion(assertion, by: key, of: passkey.member, now: call.now)
    }

    /// Tells the owner of a passkey that somebody tried it.
    private func recordFailedPasskey(
        _ passkey: PasskeyRecord,
        _ client: String?,
        _ call: Call
    ) async throws {
        try await database.write { session in
            guard try Members.find(passkey.member, in: session) != nil else { return }
            try Self.record(.signInFailed, of: passkey.member, client: client, call, in: session)
        }
    }
}
