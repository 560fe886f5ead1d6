public import Contract
import Kernel
import Providers
import SQL
import Store

extension Operations {
    /// Signs a user in to Money App.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong e-mail address or password,
    ///   `accountLocked` after too many of them, `rateLimited` when too many are being checked;
    ///   `DatabaseError`.
    public func loginUser(
        _ input: API.Banking.LoginRequest,
        _ call: Call
    ) async throws -> API.Banking.AuthResponse {
        let signIn = newBankingSignIn(call)
        let member = try await signingIn(input.email, input.password, call, .accountLocked) {
            try signIn.begin(for: $0, call, in: $1)
            return $0
        }
        return try bankingAnswer(member, signIn, call)
    }

    /// Signs a member in to Allowance Tracker for 24 hours.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong e-mail address or password,
    ///   `rateLimited` after too many of them or when too many are being checked; `DatabaseError`.
    public func loginMember(
        _ input: API.Allowance.LoginRequest,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        let id: ID<Entity.Session> = call.newID()
        let (member, household) = try await signingIn(
            input.email,
            input.password,
            call,
            .rateLimited
        ) { member, session in
            (member, try Self.begin(id, for: member, call, in: session))
        }
        return try allowanceAnswer(member, household, SignedIn(member, session: id), call)
    }

    /// Signs in whoever's password it is: lock, then one verification, then count or begin.
    private func signingIn<Output: Sendable>(
        _ email: String,
        _ password: Password,
        _ call: Call,
        _ locked: Problem.Kind,
        _ begin: @escaping @Sendable (MemberRecord, any Session) throws -> Output
    ) async throws -> Output {
        let email = normalisedEmail(email)
        let member = try await database.read { session in
            try Self.checkLock(on: email, call, locked, in: session)
            return try Members.find(email: email, in: session)
        }
        let hash = member.flatMap { $0.isActive ? $0.passwordHash : nil }
        let isRight = try await passwords.verify(password.secret, against: hash)
        let output: Output? = try await database.write { session in
            // Others may have locked the address, or changed the password, while it was checked.
            try Self.checkLock(on: email, call, locked, in: session)
            let now = try Members.find(email: email, in: session)
            guard isRight, let now, now.isActive, now.passwordHash == hash else {
                try LoginGuard.recordFailure(on: email, now: call.now, in: session)
                return nil
            }
            try LoginGuard.clearFailures(on: email, in: session)
            return try begin(now, session)
        }
        guard let output else { throw Problem(.unauthenticated, Self.wrongCredentials) }
        return output
    }

    private static func checkLock(
        on email: String,
        _ call: Call,
        _ locked: Problem.Kind,
        in session: any Session
    ) throws {
        guard let until = try LoginGuard.lock(on: email, now: call.now, in: session) else { return }
        let remaining = until.milliseconds - call.now.milliseconds
        throw Problem(locked, retryAfterSeconds: Int((remaining + 999) / 1_000))
    }
}
