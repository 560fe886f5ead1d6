public import Contract
import Kernel
import Store

extension Operations {
    /// Registers a user as the parent of a new household, and signs the user in.
    ///
    /// - Throws: ``Problem`` `conflict` when the e-mail address is taken, `rateLimited` when too
    ///   many passwords are being hashed; ``ReplayedAnswer``; `DatabaseError`.
    public func registerUser(
        _ input: API.Banking.RegisterRequest,
        _ call: Call
    ) async throws -> API.Banking.AuthResponse {
        let email = normalisedEmail(input.email)
        let member = try await registerHousehold(call, email: email, password: input.password) {
            NewHousehold(
                email: email,
                passwordHash: $0,
                firstName: input.firstName,
                lastName: input.lastName,
                householdName: nil,
                timeZone: input.timeZone
            )
        }
        return try await signedInToBanking(member, call)
    }
}
