import Contract
import Kernel
import Providers
import SQL
import Store

/// What came of one try to sign in.
///
/// A refusal is a value and not thrown inside of the transaction, because what it counts must last.
enum SignInAttempt<Output: Sendable>: Sendable {
    /// It was let in.
    case passed(Output)
    /// It was not; its failure is counted where it is one.
    case refused(Problem)

    /// What it was let in with.
    ///
    /// - Throws: ``Problem``.
    var output: Output {
        get throws {
            switch self {
            case .passed(let output): return output
            case .refused(let problem): throw problem
            }
        }
    }
}

extension IdentityOperations {
    /// Tries a password: budget and lock, then one verification, then a count of the failure or
    /// `pass`.
    ///
    /// `pass` sees the member as it is when the password was checked, in the transaction that
    /// counts; it clears the failures when nothing else is missing.
    func tryPassword<Output: Sendable>(
        _ email: String,
        _ password: Password,
        _ call: Call,
        _ locked: Problem.Kind,
        _ pass:
            @escaping @Sendable (MemberRecord, any Session) throws -> SignInAttempt<Output>
    ) async throws -> Output {
        try failedSignInLimiter.check(call)
        let email = normalisedEmail(email)
        let member = try await database.read { session in
            try Self.checkLock(on: email, call, locked, in: session)
            return try Members.find(email: email, in: session)
        }
        let hash = member.flatMap { $0.isActive ? $0.passwordHash : nil }
        let isRight = try await passwords.verify(
            password.secret,
            against: hash,
            for: call.clientKey
        )
        let attempt: SignInAttempt<Output> = try await database.write { session in
            // Others may have locked the address, or changed the password, while it was checked.
            try Self.checkLock(on: email, call, locked, in: session)
            let now = try Members.find(email: email, in: session)
            guard isRight, let now, now.isActive, now.passwordHash == hash else {
                let problem = Problem(.unauthenticated, Self.wrongCredentials)
                return try Self.failed(on: email, now?.id, problem, call, in: session)
            }
            return try pass(now, session)
        }
        if case .refused(let problem) = attempt, problem.kind == .unauthenticated {
            failedSignInLimiter.count(call)
        }
        return try attempt.output
    }

    /// Counts the failure of a member, and remembers it.
    static func failed<Output>(
        by member: MemberRecord,
        _ problem: Problem,
        _ call: Call,
        in session: any Session
    ) throws -> SignInAttempt<Output> {
        try failed(on: member.email, member.id, problem, call, in: session)
    }

    /// Counts a failure on an address, and remembers it where the address is somebody's.
    private static func failed<Output>(
        on email: String,
        _ member: ID<Entity.Member>?,
        _ problem: Problem,
        _ call: Call,
        in session: any Session
    ) throws -> SignInAttempt<Output> {
        let isLocked = try LoginGuard.recordFailure(on: email, now: call.now, in: session)
        guard let member else {
            // As many statements as for an address that is somebody's.
            _ = try AuthEvents.list(of: call.newID(), limit: 1, in: session)
            return .refused(problem)
        }
        for kind in isLocked ? [AuthEvent.Kind.signInFailed, .locked] : [.signInFailed] {
            try Self.record(kind, of: member, session: call.session, call, in: session)
        }
        return .refused(problem)
    }

    /// Refuses whoever tries an address that is locked.
    ///
    /// - Throws: ``Problem`` of the kind given, with the seconds left.
    static func checkLock(
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

extension Call {
    /// The session of a caller who is signed in.
    var session: ID<Entity.Session>? {
        guard case .member(let bearer) = caller else { return nil }
        return bearer.session
    }
}
