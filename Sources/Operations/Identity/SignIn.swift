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
        let member = try await memberSigningIn(input.email, input.password, call, .accountLocked)
        return try await signedInToBanking(member, call)
    }

    /// Signs a member in to Allowance Tracker for 24 hours.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong e-mail address or password,
    ///   `rateLimited` after too many of them or when too many are being checked; `DatabaseError`.
    public func loginMember(
        _ input: API.Allowance.LoginRequest,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        let member = try await memberSigningIn(input.email, input.password, call, .rateLimited)
        return try await signedInToAllowance(member, call)
    }

    /// The member whose password it is: lock, then one verification, then count or clear.
    private func memberSigningIn(
        _ email: String,
        _ password: Password,
        _ call: Call,
        _ locked: Problem.Kind
    ) async throws -> MemberRecord {
        let email = normalisedEmail(email)
        let member = try await database.read { session in
            try Self.checkLock(on: email, call, locked, in: session)
            return try Members.find(email: email, in: session)
        }
        let hash = member.flatMap { $0.isActive ? $0.passwordHash : nil }
        let isRight = try await passwords.verify(password.secret, against: hash)
        try await database.write { session in
            // Others may have locked the address while the password was checked.
            try Self.checkLock(on: email, call, locked, in: session)
            if isRight {
                try LoginGuard.clearFailures(on: email, in: session)
            } else {
                try LoginGuard.recordFailure(on: email, now: call.now, in: session)
            }
        }
        guard isRight, let member else {
            throw Problem(.unauthenticated, Self.wrongCredentials)
        }
        return member
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
