public import Contract
public import Kernel

extension SessionService {
    /// Lists where the caller is signed in, newest first.
    public func listSessions() async throws -> API.Identity.AccountSessionsResponse {
        try await purser.call(API.Identity.listSessions)
    }

    /// Ends one session of the caller; its tokens are refused from the next request on.
    ///
    /// When it is the one that this client is in, the client is signed out.
    public func endSession(sessionID: ID<Entity.Session>) async throws {
        let input = API.Identity.SessionReference(sessionID: sessionID)
        let own = try await purser.client.keeper.session()
        let isOwn = own.flatMap { TokenClaims(of: $0.accessToken)?.session } == sessionID.text
        if isOwn {
            _ = try await ending(API.Identity.endSession, input)
        } else {
            _ = try await purser.call(API.Identity.endSession, input)
        }
    }

    /// Ends every session of the caller, this one too.
    public func endSessions() async throws {
        _ = try await ending(API.Identity.endSessions, Empty())
    }

    /// Calls an endpoint that ends the session that this client is in, and forgets everything that
    /// is kept of the member.
    ///
    /// - Returns: The answer; `nil` when the session was found to have ended before.
    func ending<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input
    ) async throws -> Output? {
        let client = purser.client
        let session = try await client.keeper.session()
        let answer: Output?
        do {
            answer = try await purser.call(endpoint, input)
        } catch let error as PurserError where error.kind == .unauthorized {
            // So it is when the first answer was lost: the session that asks again has ended.
            guard session != nil, try await client.keeper.session() == nil else { throw error }
            answer = nil
        }
        let wasOver = answer == nil
        try await detached {
            guard let session else { return }
            let isOver = wasOver ? true : try await client.keeper.end(session, .byMember)
            if isOver { try await client.forget() }
        }
        return answer
    }
}
