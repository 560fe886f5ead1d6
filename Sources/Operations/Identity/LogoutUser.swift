public import Contract
import Providers
import Store

extension Operations {
    /// Ends the caller's session; its tokens are refused from the next request on, everywhere.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func logoutUser(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Banking.SuccessResponse {
        guard case .member(let bearer) = call.caller else { throw Problem(.unauthenticated) }
        let answer = try await writing(call) { session, _ in
            try Sessions.end(bearer.session, because: "signed out", now: call.now, in: session)
            return API.Banking.SuccessResponse(message: "Signed out")
        }
        tokens.verified.remove(session: bearer.session)
        return answer
    }
}
