import Contract
import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Takes the first step of a sign-in in two steps: the password.
    ///
    /// `context`: What the sign-in is for; its second step must be for the same.
    /// `client`: The OAuth client it is for. `id`: The session that it begins, where it is one of
    /// ours. `begin`: Does what follows for who is signed in, in the same transaction.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong e-mail address or password,
    ///   `rateLimited` after too many of them or when too many are being checked;
    ///   `DatabaseError`.
    func beginSigningIn<Output: Sendable>(
        email: String,
        password: Password,
        context: String,
        client: String? = nil,
        session id: ID<Entity.Session>? = nil,
        call: Call,
        begin: @escaping @Sendable (MemberRecord, any Session) throws -> Output
    ) async throws -> SignInProgress<Output> {
        try await tryPassword(email, password, call, .rateLimited) { member, session in
            guard try SecondFactors.confirmed(of: member.id, in: session) != nil else {
                try LoginGuard.clearFailures(on: member.email, in: session)
                let output = try begin(member, session)
                try Self.record(
                    .signedIn,
                    of: member.id,
                    session: id,
                    client: client,
                    call,
                    in: session
                )
                return .passed(.passed(output))
            }
            let ticket = SignInTicket(for: member, call, under: tickets)
            return .passed(.secondFactor(ticket: try ticket.sealed(in: context, under: tickets)))
        }
    }

    /// Takes the second step: a code of the second factor, or a recovery code.
    ///
    /// A wrong code may be followed by another one with the same ticket, until the address is
    /// locked; a right one uses the ticket up.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong code, `invalid` when the ticket is used,
    ///   too old or of another context, or the account changed: the sign-in begins anew;
    ///   `rateLimited` after too many wrong codes; `DatabaseError`.
    func finishSigningIn<Output: Sendable>(
        ticket: String,
        code: String,
        context: String,
        client: String? = nil,
        session id: ID<Entity.Session>? = nil,
        call: Call,
        begin: @escaping @Sendable (MemberRecord, any Session) throws -> Output
    ) async throws -> Output {
        guard let opened = SignInTicket(opening: ticket, from: context, under: tickets),
            call.now < opened.expiresAt
        else { throw Self.endedSignIn }
        let attempt: SignInAttempt<Output> = try await database.write { session in
            guard let member = try Members.find(opened.member, in: session), member.isActive,
                opened.isOf(member, under: tickets),
                let factor = try SecondFactors.confirmed(of: member.id, in: session)
            else { return .refused(Self.endedSignIn) }
            try Self.checkLock(on: member.email, call, .rateLimited, in: session)
            guard try takes(code, of: factor, call, in: session) else {
                return try Self.failed(by: member, Self.wrongCode, call, in: session)
            }
            let hash = Base64URL.text(tickets.authenticationCode(for: Array(ticket.utf8)))
            guard try SingleUseValues.spend(hash: hash, until: opened.expiresAt, in: session) else {
                // Thrown, so that the code is not used up.
                throw Self.endedSignIn
            }
            try LoginGuard.clearFailures(on: member.email, in: session)
            let output = try begin(member, session)
            try Self.record(
                .signedIn,
                of: member.id,
                session: id,
                client: client,
                call,
                in: session
            )
            return .passed(output)
        }
        return try attempt.output
    }

    /// What seals tickets.
    private var tickets: Secret { tokens.secret(for: "tickets") }

    private static let endedSignIn = Problem.invalid("This sign-in has ended; begin it again")
}
