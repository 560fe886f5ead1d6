import Contract
import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Makes sure that who holds the token knows the member's password, too.
    ///
    /// A wrong one counts like one of a sign-in, so that a stolen token is no way to guess it. It
    /// is refused before the call's key is looked at, but a repeat of what was done hears the first
    /// answer, though the password is another one by then.
    ///
    /// - Returns: The member as it was then, for ``changing(_:_:_:)``.
    /// - Throws: ``Problem`` `invalid` naming `field`, `rateLimited` after too many wrong ones or
    ///   when too many are being checked, `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    func proving(
        _ password: Password,
        as field: String,
        _ call: Call
    ) async throws -> MemberRecord {
        let member = try await claiming(call).member
        try await check(password, of: member, call, else: .isWrong(field))
        return member
    }

    /// Makes sure that who holds the token has the member's second factor, where one is on.
    ///
    /// `refusal`: What a wrong one is answered with, `invalid` naming `code` unless said.
    /// `isNeeded`: Whether nothing is proven where none is on.
    ///
    /// - Throws: As ``proving(_:as:_:)``.
    func proving(
        code: String,
        of member: MemberRecord,
        _ call: Call,
        else refusal: Problem = .isWrong("code"),
        isNeeded: Bool = false
    ) async throws {
        let attempt: SignInAttempt<Bool> = try await database.write { session in
            _ = try Self.membership(of: call, in: session)
            try Self.checkLock(on: member.email, call, .rateLimited, in: session)
            if let factor = try SecondFactors.confirmed(of: member.id, in: session) {
                if try takes(code, of: factor, call, in: session) { return .passed(true) }
            } else if !isNeeded {
                return .passed(true)
            }
            return try Self.failed(by: member, refusal, call, in: session)
        }
        _ = try attempt.output
    }

    /// Makes sure that a password is the member's.
    ///
    /// - Throws: `refusal`, which is counted; ``Problem`` `rateLimited`, `unauthenticated`;
    ///   `DatabaseError`.
    func check(
        _ password: Password,
        of member: MemberRecord,
        _ call: Call,
        else refusal: Problem
    ) async throws {
        let isRight = try await passwords.verify(
            password.secret,
            against: member.passwordHash,
            for: call.clientKey
        )
        guard !isRight else { return }
        let attempt: SignInAttempt<Bool> = try await database.write { session in
            _ = try Self.membership(of: call, in: session)
            try Self.checkLock(on: member.email, call, .rateLimited, in: session)
            return try Self.failed(by: member, refusal, call, in: session)
        }
        _ = try attempt.output
    }

    /// Runs the one transaction that changes the account of a member who was proven, once per
    /// Idempotency-Key.
    ///
    /// - Throws: ``Problem`` `conflict` when the password or the e-mail address changed since,
    ///   `rateLimited`, `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    func changing<Output: Encodable & Sendable>(
        _ proven: MemberRecord,
        _ call: Call,
        _ work: @escaping @Sendable (any Session, Membership) throws -> Output
    ) async throws -> Output {
        let result = try await database.write { session in
            let membership = try Self.membership(of: call, in: session)
            // Others may have locked the address while the password was checked.
            try Self.checkLock(on: proven.email, call, .rateLimited, in: session)
            return try Self.idempotent(call, in: session, encode: Self.text) {
                let now = try Self.member(membership.member, in: session)
                guard now.passwordHash == proven.passwordHash, now.email == proven.email else {
                    throw Problem(.conflict, "The account was changed meanwhile")
                }
                return try work(session, membership)
            }
        }
        return try result.output
    }

    /// A member who has a session.
    static func member(
        _ id: ID<Entity.Member>,
        in session: any Session
    ) throws -> MemberRecord {
        try Members.find(id, in: session).orCorrupt("a session has no member")
    }
}

extension Problem {
    /// A secret that is not the right one.
    static func isWrong(_ field: String) -> Problem {
        .invalid([Fault(field: field, rule: "is wrong")])
    }
}
