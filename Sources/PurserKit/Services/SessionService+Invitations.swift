public import Contract
public import Kernel

extension SessionService {
    /// Lists the family's open invitations, newest first.
    public func listInvitations() async throws -> API.Identity.InvitationListResponse {
        try await purser.call(API.Identity.listInvitations)
    }

    /// Invites a second parent into the caller's family; the code is shown this once.
    ///
    /// Later than five minutes after the sign-in the password is needed, or a code of the second
    /// factor.
    public func createInvitation(
        email: String,
        password: String? = nil,
        code: String? = nil
    ) async throws -> API.Identity.InvitationResponse {
        try await purser.call(
            API.Identity.createInvitation,
            .init(email: email, password: password.map { Password($0) }, code: code)
        )
    }

    /// Withdraws an open invitation; its code is worth nothing from then on.
    public func withdrawInvitation(invitationID: ID<Entity.Invitation>) async throws {
        _ = try await purser.call(
            API.Identity.withdrawInvitation,
            .init(invitationID: invitationID)
        )
    }
}
