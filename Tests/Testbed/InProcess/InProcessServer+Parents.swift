import Contract
import PurserKit

extension InProcessServer {
    /// Invites a second parent of a family, who joins and signs in.
    public func registerSecondParent(
        _ email: String = "second@example.com",
        of parent: TestMember
    ) async throws -> TestMember {
        let invitation = try await parent.purser.call(
            API.Identity.createInvitation,
            .init(email: email, password: InProcessServer.password)
        )
        _ = try await purser().call(
            API.Identity.registerInvited,
            .init(
                code: invitation.code,
                password: InProcessServer.password,
                firstName: "Jane",
                lastName: "Doe"
            )
        )
        return try await login(email)
    }
}
