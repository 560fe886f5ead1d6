public import Contract
import Providers
import Store

extension IdentityOperations {
    /// Ends the caller's session; its tokens are refused from the next request on, everywhere.
    ///
    /// A token of another issuer has no session here that could end: nothing happens then.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func logoutUser(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Banking.SuccessResponse {
        guard case .member(let bearer) = call.caller else { throw Problem(.unauthenticated) }
        let answer = try await writing(call) { session, membership in
            let ended = try Sessions.end(
                bearer.session,
                of: membership.member,
                because: "signed out",
                now: call.now,
                in: session
            )
            if ended {
                try Self.record(
                    .signedOut,
                    of: membership.member,
                    session: bearer.session,
                    call,
                    in: session
                )
            }
            return API.Banking.SuccessResponse(message: "Signed out")
        }
        tokens.verified.remove(session: bearer.session)
        return answer
    }
}
