public import Contract
import Ledger
import SQL
import Store

extension IdentityOperations {
    /// Changes the e-mail address the caller signs in with.
    ///
    /// - Throws: ``Problem`` `invalid` when the password is wrong, `rateLimited` after too many
    ///   wrong ones or when too many are being checked, `conflict` when the address is taken;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func changeEmail(
        _ input: API.Identity.ChangeEmailRequest,
        _ call: Call
    ) async throws -> API.Allowance.UserResponse {
        let email = normalisedEmail(input.email)
        let proven = try await proving(input.password, as: "password", call)
        return try await changing(proven, call) { session, membership in
            guard try Members.setEmail(email, membership.member, in: session),
                let member = try Members.find(membership.member, in: session)
            else { throw Problem(.conflict, "This e-mail address is taken") }
            // Or every change of address would allow as many tries again.
            try LoginGuard.move(from: proven.email, to: email, in: session)
            try Self.recordChange(.emailChanged, .accountEmail, [], membership, call, session)
            let household = try Households.named(member.household, in: session)
            return API.Allowance.UserResponse(member, household)
        }
    }
}
