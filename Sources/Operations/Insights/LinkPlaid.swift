public import Contract
import Kernel
import Providers

extension InsightsOperations {
    /// Begins to link accounts: tells with what an app lets its member sign in at a bank.
    ///
    /// - Throws: ``Problem`` `bankFailure`, `conflict`, `unauthenticated`; ``ReplayedAnswer``;
    ///   `DatabaseError`.
    public func createPlaidLinkToken(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Insights.PlaidLinkTokenResponse {
        try await banking.createLinkToken(call) { token in
            API.Insights.PlaidLinkTokenResponse(
                linkToken: token.token,
                expiration: WireTimestamp(token.expiresAt),
                requestID: token.requestID,
                traceID: call.trace
            )
        }
    }

    /// Links the accounts of a sign-in at a bank; their transactions come with the first sync.
    ///
    /// - Throws: ``Problem`` `invalid` when the token is unknown, used or too old, `conflict` when
    ///   the member has too many items, `bankFailure`, `unauthenticated`; ``ReplayedAnswer``;
    ///   `DatabaseError`.
    public func exchangePlaidToken(
        _ input: API.Insights.PlaidExchangeRequest,
        _ call: Call
    ) async throws -> API.Insights.PlaidExchangeResponse {
        let token = OfferedToken(text: input.publicToken, field: "publicToken")
        return try await banking.exchange(token, call) { linked in
            API.Insights.PlaidExchangeResponse(itemID: linked.itemID, traceID: call.trace)
        }
    }
}

extension API.Insights.PlaidExchangeResponse: LinkingAnswer {}
