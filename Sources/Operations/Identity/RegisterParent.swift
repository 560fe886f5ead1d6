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
        let email = normalisedEmail(input.email)
        let makeHousehold = { (hash: String) in
            NewHousehold(
                email: email,
                passwordHash: hash,
                firstName: input.firstName,
                lastName: input.lastName,
                householdName: input.familyName,
                timeZone: input.timeZone
            )
        }
        let id: ID<Entity.Session> = call.newID()
        let (member, household) = try await registerHousehold(
            call,
            email: email,
            password: input.password,
            makeHousehold: makeHousehold
        ) { try Self.begin(id, for: $0, call, in: $1) }
        return try allowanceAnswer(member, household, SignedIn(member, session: id), call)
    }
}
