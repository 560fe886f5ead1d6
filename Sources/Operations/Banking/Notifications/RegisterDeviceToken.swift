public import Contract
import SQL
import Store

extension BankingOperations {
    /// Takes the token of the caller's device, in place of the former one.
    ///
    /// Another user who had the token has none from then on: whoever uses the device now is not
    /// told what is another's.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func registerDeviceToken(
        _ input: API.Banking.DeviceTokenRequest,
        _ call: Call
    ) async throws -> API.Banking.SuccessResponse {
        try await writing(call) { session, membership in
            try DeviceTokens.register(
                input.deviceToken,
                of: membership.member,
                now: call.now,
                in: session
            )
            return API.Banking.SuccessResponse(message: "This device is notified")
        }
    }
}
