public import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Changes the caller's password, and ends every other session of the caller unless told
    /// otherwise.
    ///
    /// With the sessions go the codes that would begin new ones. Invitations are withdrawn in any
    /// case, and passkeys removed where that is asked for: somebody who had the old password may
    /// have made them, and a new password would not stop them.
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
        let hash = try await passwords.hash(input.newPassword.secret, for: call.clientKey)
        return try await changing(proven, call) { session, membership in
            let member = membership.member
            try Members.setPasswordHash(hash, member, in: session)
            try SecondFactors.withdraw(of: member, in: session)
            if input.endSessions ?? true {
                try Sessions.endAll(
                    of: member,
                    but: own,
                    because: "password changed",
                    now: call.now,
                    in: session
                )
                try AuthorizationCodes.withdraw(of: member, in: session)
            }
            if input.removePasskeys ?? false {
                try Self.removePasskeys(of: member, call, in: session)
            }
            try Invitations.withdrawAll(by: member, now: call.now, in: session)
            try Self.recordChange(.passwordChanged, .accountPassword, [], membership, call, session)
            return API.Banking.SuccessResponse(
                message: input.endSessions ?? true
                    ? "The password was changed, and every other session ended"
                    : "The password was changed"
            )
        }
    }

    /// Takes every passkey of a member away, and tells the member of each.
    private static func removePasskeys(
        of member: ID<Entity.Member>,
        _ call: Call,
        in session: any Session
    ) throws {
        for _ in try Passkeys.list(of: member, in: session) {
            try record(.passkeyRemoved, of: member, session: call.session, call, in: session)
        }
        try Passkeys.removeAll(of: member, in: session)
    }
}
