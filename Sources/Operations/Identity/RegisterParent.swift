public import Contract
import Kernel
import Store

extension Operations {
    /// Registers a parent with a new family, and signs the parent in.
    ///
    /// - Throws: ``Problem`` `conflict` when the e-mail address is taken, `rateLimited` when too
    ///   many passwords are being hashed; ``ReplayedAnswer``; `DatabaseError`.
    public func registerParent(
        _ input: API.Allowance.RegisterParentRequest,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        let email = normalisedEmail(input.email)
        let member = try await registerHousehold(call, email: email, password: input.password) {
            NewHousehold(
                email: email,
                passwordHash: $0,
                firstName: input.firstName,
                lastName: input.lastName,
                householdName: input.familyName,
                timeZone: input.timeZone
            )
        }
        return try await signedInToAllowance(member, call)
    }
}
