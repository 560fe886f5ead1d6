import Contract
import Kernel
import Providers
import SQL
import Store

extension Operations {
    /// Founds a household once for the call's key, and signs its parent in, all in one transaction.
    ///
    /// A repeat with the same key finds the member again; tokens are made anew, because they are
    /// never kept readable, and so the password must still be the member's.
    func registerHousehold<Output: Sendable>(
        _ call: Call,
        password: Password,
        makeHousehold: (String) -> NewHousehold,
        begin: @escaping @Sendable (MemberRecord, any Session) throws -> Output
    ) async throws -> (MemberRecord, Output) {
        let household = makeHousehold(try await passwords.hash(password.secret))
        return try await registerOnce(
            call,
            password: password,
            create: { try household.found(call, in: $0) },
            begin: begin
        )
    }

    /// Creates a member once for the call's key, and signs it in, all in one transaction.
    ///
    /// A repeat with the same key finds the member again, as ``registerHousehold`` says.
    func registerOnce<Output: Sendable>(
        _ call: Call,
        password: Password,
        create: @escaping @Sendable (any Session) throws -> MemberRecord,
        begin: @escaping @Sendable (MemberRecord, any Session) throws -> Output
    ) async throws -> (MemberRecord, Output) {
        let once = try await database.write { session in
            try Self.once(call, in: session, encode: { $0.0.id.text }) {
                let member = try create(session)
                return (member, try begin(member, session))
            }
        }
        switch once {
        case .done(let result): return result
        case .refused(let problem): throw problem
        case .replayed(let answer): return try await again(answer, password, call, begin)
        }
    }

    private func again<Output: Sendable>(
        _ answer: ReplayedAnswer,
        _ password: Password,
        _ call: Call,
        _ begin: @escaping @Sendable (MemberRecord, any Session) throws -> Output
    ) async throws -> (MemberRecord, Output) {
        guard let id = ID<Entity.Member>(answer.body),
            let member = try await database.read({ try Members.find(id, in: $0) })
        else { throw answer }
        let hash = member.isActive ? member.passwordHash : nil
        let isRight = try await passwords.verify(password.secret, against: hash)
        return try await database.write { session in
            guard isRight, let now = try Members.find(id, in: session), now.isActive,
                now.passwordHash == hash
            else { throw Problem(.unauthenticated, Self.wrongCredentials) }
            // Repeating a registration must open no door that signing in does not.
            try Self.checkLock(on: now.email, call, .rateLimited, in: session)
            guard try SecondFactors.confirmed(of: id, in: session) == nil else {
                throw Problem(.unauthenticated, Self.codeIsNeeded)
            }
            return (now, try begin(now, session))
        }
    }
}
