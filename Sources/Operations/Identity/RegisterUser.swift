public import Contract
import Kernel
import SQL
import Store

extension IdentityOperations {
    /// Registers a user as the parent of a new household, and signs the user in.
    ///
    /// - Throws: ``Problem`` `conflict` when the e-mail address is taken, `rateLimited` when too
    ///   many passwords are being hashed; ``ReplayedAnswer``; `DatabaseError`.
    public func registerUser(
        _ input: API.Banking.RegisterRequest,
        _ call: Call
    ) async throws -> API.Banking.AuthResponse {
        let signIn = newBankingSignIn(call)
        let (member, _) = try await registerHousehold(call, input) {
            try signIn.begin(for: $0, call, in: $1)
        }
        return try bankingAnswer(member, signIn, call)
    }
}
