import Contract
import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Creates a household once for the call's key, and signs its parent in, all in one
    /// transaction.
    ///
    /// A repeat with the same key finds the member again; tokens are made anew, because they are
    /// never kept readable, and so the password must still be the member's.
    ///
    /// `name`: The household's; found by the parent's when it is `nil`.
    func registerHousehold<Output: Sendable>(
        _ call: Call,
        _ parent: API.Banking.RegisterRequest,
        named name: String? = nil,
        begin: @escaping @Sendable (MemberRecord, any Session) throws -> Output
    ) async throws -> (MemberRecord, Output) {
        let email = normalisedEmail(parent.email)
        let isTaken = try await database.read { try Self.isTaken(email, in: $0) }
        let hash = try await hash(of: parent.password, isTaken: isTaken, call)
        let household = hash.map { hash in
            NewHousehold(
                email: email,
                passwordHash: hash,
                firstName: parent.firstName,
                lastName: parent.lastName,
                householdName: name,
                timeZone: parent.timeZone
            )
        }
        return try await registerOnce(
            call,
            password: parent.password,
            create: { session in
                guard let household else { throw Self.emailIsTaken }
                return try household.create(call, in: session)
            },
            begin: begin
        )
    }

    /// The hash of a new member's password; `nil` where the e-mail address is taken.
    ///
    /// Hashing for a refusal that is certain would let anybody keep the hasher busy. But the
    /// refusal takes as long, or it would be a cheap way to ask who is a member.
    func hash(of password: Password, isTaken: Bool, _ call: Call) async throws -> String? {
        guard isTaken else { return try await passwords.hash(password.secret, for: call.clientKey) }
        try await passwords.rest(for: call.clientKey)
        return nil
    }

    /// Whether somebody has an e-mail address, in the form that is stored.
    static func isTaken(_ email: String, in session: any Session) throws -> Bool {
        try Members.find(email: email, in: session) != nil
    }

    /// What who registers is told where somebody has the e-mail address.
    static let emailIsTaken = Problem(.conflict, "This e-mail address is taken")

    /// Creates a member once for the call's key, and signs it in, all in one transaction.
    ///
    /// A repeat with the same key finds the member again, as ``registerHousehold`` says.
    func registerOnce<Output: Sendable>(
        _ call: Call,
        password: Password,
        create: @escaping @Sendable (any Session) throws -> MemberRecord,
        begin: @escaping @Sendable (MemberRecord, any Session) throws -> Output
    ) async throws -> (MemberRecord, Output) {
        let result = try await database.write { session in
            try Self.idempotent(call, in: session, encode: { $0.0.id.text }) {
                let member = try create(session)
                return (member, try begin(member, session))
            }
        }
        switch result {
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
        guard let id = ID<Entity.Member>(answer.body) else { throw answer }
        // Who was removed meanwhile hears what everybody hears whose password is wrong.
        let member = try await database.read { try Members.find(id, in: $0) }
        let hash = member.flatMap { $0.isActive ? $0.passwordHash : nil }
        let isRight = try await passwords.verify(
            password.secret,
            against: hash,
            for: call.clientKey
        )
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
