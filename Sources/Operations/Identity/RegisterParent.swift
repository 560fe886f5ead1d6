public import Contract
import Kernel
import SQL
import Store

extension IdentityOperations {
    /// Registers a parent with a new family, and signs the parent in.
    ///
    /// - Throws: ``Problem`` `conflict` when the e-mail address is taken, `rateLimited` when too
    ///   many passwords are being hashed; ``ReplayedAnswer``; `DatabaseError`.
    public func registerParent(
        _ input: API.Allowance.RegisterParentRequest,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        let id: ID<Entity.Session> = call.newID()
        let (member, household) = try await registerHousehold(
            call,
            API.Banking.RegisterRequest(
                email: input.email,
                password: input.password,
                firstName: input.firstName,
                lastName: input.lastName,
                timeZone: input.timeZone
            ),
            named: input.familyName
        ) { try Self.begin(id, for: $0, call, in: $1) }
        return try allowanceAnswer(member, household, SignedIn(member, session: id), call)
    }
}
