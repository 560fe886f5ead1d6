import Contract
import Kernel
import SQL
import Store

/// What came of work that is done once for a key.
enum IdempotentResult<Output: Sendable>: Sendable {
    /// It was done now.
    case done(Output)
    /// It was refused now, and the refusal is remembered.
    case refused(Problem)
    /// It was answered before.
    case replayed(ReplayedAnswer)

    /// What was done now.
    ///
    /// - Throws: ``Problem``, ``ReplayedAnswer``.
    var output: Output {
        get throws {
            switch self {
            case .done(let output): return output
            case .refused(let problem): throw problem
            case .replayed(let answer): throw answer
            }
        }
    }
}

extension RoomOperations {
    /// Runs an operation's reads for a signed-in caller.
    ///
    /// - Throws: ``Problem`` `unauthenticated` when the session ended, and what `work` throws.
    func reading<Output: Sendable>(
        _ call: Call,
        _ work: @escaping @Sendable (any Session, Membership) throws -> Output
    ) async throws -> Output {
        try await database.read { session in
            try work(session, Self.membership(of: call, in: session))
        }
    }

    /// Runs the reads that come before somebody else is asked, unless the call was answered before.
    ///
    /// - Throws: ``Problem`` `unauthenticated`, `conflict`; ``ReplayedAnswer``; what `work` throws.
    func recalling<Output: Sendable>(
        _ call: Call,
        _ work: @escaping @Sendable (any Session, Membership) throws -> Output
    ) async throws -> Output {
        try await reading(call) { session, membership in
            if let idempotent = call.idempotency,
                let earlier = try Self.earlier(idempotent, of: Output.self, call, in: session)
            {
                return try earlier.output
            }
            return try work(session, membership)
        }
    }

    /// Runs an operation's one transaction for a signed-in caller, once per Idempotency-Key.
    ///
    /// - Throws: ``Problem``, ``ReplayedAnswer``, `DatabaseError`.
    func writing<Output: Encodable & Sendable>(
        _ call: Call,
        _ work: @escaping @Sendable (any Session, Membership) throws -> Output
    ) async throws -> Output {
        let result = try await database.write { session in
            let membership = try Self.membership(of: call, in: session)
            return try Self.idempotent(call, in: session, encode: Self.text) {
                try work(session, membership)
            }
        }
        return try result.output
    }

    /// Runs an operation's one transaction for a caller without a token, once per Idempotency-Key.
    ///
    /// - Throws: ``Problem``, ``ReplayedAnswer``, `DatabaseError`.
    func idempotentAnonymous<Output: Encodable & Sendable>(
        _ call: Call,
        _ work: @escaping @Sendable (any Session) throws -> Output
    ) async throws -> Output {
        let result = try await database.write { session in
            try Self.idempotent(call, in: session, encode: Self.text) { try work(session) }
        }
        return try result.output
    }

    /// Does work once for the call's key, or just does it when the call has none.
    ///
    /// The answer is remembered in the same transaction as the effect, unless `encode` says that
    /// there is nothing to remember yet. A refusal undoes the effect and is remembered too; a
    /// failure of ours is not.
    static func idempotent<Output: Sendable>(
        _ call: Call,
        in session: any Session,
        encode: (Output) throws -> String?,
        _ work: () throws -> Output
    ) throws -> IdempotentResult<Output> {
        guard let idempotent = call.idempotency else { return .done(try work()) }
        let earlier = try earlier(idempotent, of: Output.self, call, in: session)
        if let earlier { return earlier }
        let remember = { (status: Int, body: String) in
            let record = IdempotencyRecord(
                inputHash: idempotent.inputHash,
                status: status,
                body: body,
                madeAt: call.now
            )
            try IdempotencyRecords.save(record, for: idempotent.scope, in: session)
        }
        do {
            let output = try session.savepoint(work)
            if let body = try encode(output) { try remember(idempotent.status(of: output), body) }
            return .done(output)
        } catch let problem as Problem where problem.kind.status < 500 {
            let body = problem.body(for: idempotent.surface, trace: call.trace)
            try remember(body.status, String(decoding: body.bytes, as: UTF8.self))
            return .refused(problem)
        }
    }

    /// What an earlier call with the key came to, as far as it is remembered.
    static func earlier<Output>(
        _ idempotent: IdempotentCall,
        of type: Output.Type,
        _ call: Call,
        in session: any Session
    ) throws -> IdempotentResult<Output>? {
        let earlier = try IdempotencyRecords.find(idempotent.scope, now: call.now, in: session)
        guard let earlier else { return nil }
        guard earlier.inputHash == idempotent.inputHash else {
            return .refused(Problem(.conflict, "This key was used with another input"))
        }
        idempotent.markReplayed()
        return .replayed(ReplayedAnswer(status: earlier.status, body: earlier.body))
    }

    /// The caller's membership now; refused when the session ended or the member may not sign in.
    static func membership(of call: Call, in session: any Session) throws -> Membership {
        guard case .member(let signedIn) = call.caller,
            let membership = try Sessions.membership(of: signedIn.session, in: session),
            membership.member == signedIn.member
        else { throw Problem(.unauthenticated) }
        return membership
    }

    /// An answer as it is remembered.
    static func text(_ output: some Encodable) throws -> String {
        String(decoding: try WireEncoder.bytes(output), as: UTF8.self)
    }
}
