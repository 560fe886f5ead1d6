public import Contract
import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Signs a user in to Money App.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong e-mail address, password or code, and
    ///   where a code is needed; `accountLocked` after too many of them, `rateLimited` when too
    ///   many are being checked; `DatabaseError`.
    public func loginUser(
        _ input: API.Banking.LoginRequest,
        _ call: Call
    ) async throws -> API.Banking.AuthResponse {
        let signIn = newBankingSignIn(call)
        let (member, device) = try await signingIn(
            input.email,
            input.password,
            code: input.code,
            call,
            .accountLocked
        ) { member, session in
            try signIn.begin(for: member, call, in: session)
            try Self.record(.signedIn, of: member.id, session: signIn.session, call, in: session)
            return (member, try DeviceTokens.find(of: member.id, in: session))
        }
        return try bankingAnswer(member, deviceToken: device, signIn, call)
    }

    /// Signs a member in to Allowance Tracker for 24 hours.
    ///
    /// - Throws: ``Problem`` `unauthenticated` for a wrong e-mail address, password or code, and
    ///   where a code is needed; `rateLimited` after too many of them or when too many are being
    ///   checked; `DatabaseError`.
    public func loginMember(
        _ input: API.Allowance.LoginRequest,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        let id: ID<Entity.Session> = call.newID()
        let (member, household) = try await signingIn(
            input.email,
            input.password,
            code: input.code,
            call,
            .rateLimited
        ) { member, session in
            let household = try Self.begin(id, for: member, call, in: session)
            try Self.record(.signedIn, of: member.id, session: id, call, in: session)
            return (member, household)
        }
        return try allowanceAnswer(member, household, SignedIn(member, session: id), call)
    }

    /// Signs in whoever's password and code they are, in one step.
    ///
    /// That a code is needed hears only who has the password. It clears no failures: else who has
    /// the password could try codes for ever.
    func signingIn<Output: Sendable>(
        _ email: String,
        _ password: Password,
        code: String?,
        _ call: Call,
        _ locked: Problem.Kind,
        _ begin: @escaping @Sendable (MemberRecord, any Session) throws -> Output
    ) async throws -> Output {
        try await tryPassword(email, password, call, locked) { member, session in
            if let factor = try SecondFactors.confirmed(of: member.id, in: session) {
                guard let code else {
                    return .refused(Problem(.unauthenticated, Self.codeIsNeeded))
                }
                guard try takes(code, of: factor, call, in: session) else {
                    return try Self.failed(by: member, Self.wrongCode, call, in: session)
                }
            }
            try LoginGuard.clearFailures(on: member.email, in: session)
            return .passed(try begin(member, session))
        }
    }

    /// What who has the password is told when only the code is missing.
    static let codeIsNeeded = "A code of the second factor is needed"

    /// What a wrong, old or used code is told.
    static let wrongCode = Problem(.unauthenticated, "The code is wrong or was used before")
}
