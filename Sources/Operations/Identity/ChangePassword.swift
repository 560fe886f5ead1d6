public import Contract
import Ledger
import Providers
import Store

extension Operations {
    /// Changes the caller's password, and ends every other session of the caller.
    ///
    /// - Throws: ``Problem`` `invalid` when the password as it is is wrong, `rateLimited` after too
    ///   many wrong ones or when too many are being checked, `conflict` when it was changed
    ///   meanwhile; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func changePassword(
        _ input: API.Identity.ChangePasswordRequest,
        _ call: Call
    ) async throws -> API.Banking.SuccessResponse {
        guard let own = call.session else { throw Problem(.unauthenticated) }
        let proven = try await proving(input.currentPassword, as: "currentPassword", call)
        let hash = try await passwords.hash(input.newPassword.secret, for: call.sharer)
        return try await changing(proven, call) { session, standing in
            let member = standing.member
            try Members.setPasswordHash(hash, member, in: session)
            try Sessions.endOthers(
                of: member,
                than: own,
                because: "password changed",
                now: call.now,
                in: session
            )
            try AuthorizationCodes.withdraw(of: member, in: session)
            try Invitations.withdrawAll(by: member, now: call.now, in: session)
            try Self.recordChange(.passwordChanged, .accountPassword, [], standing, call, session)
            return API.Banking.SuccessResponse(
                message: "The password was changed, and every other session ended"
            )
        }
    }
}
