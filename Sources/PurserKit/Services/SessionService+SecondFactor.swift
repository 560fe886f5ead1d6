public import Contract

extension SessionService {
    /// Tells whether the caller has a second factor.
    public func getSecondFactor() async throws -> API.Identity.SecondFactorStatus {
        try await purser.call(API.Identity.getSecondFactor)
    }

    /// Makes a secret for an authenticator app, which the app's first code confirms.
    public func beginSecondFactor(
        password: String
    ) async throws -> API.Identity.SecondFactorResponse {
        try await purser.call(API.Identity.beginSecondFactor, .init(password: Password(password)))
    }

    /// Turns the second factor on with its first code, and shows the recovery codes once.
    public func confirmSecondFactor(
        code: String
    ) async throws -> API.Identity.RecoveryCodesResponse {
        try await purser.call(API.Identity.confirmSecondFactor, .init(code: code))
    }

    /// Turns the second factor off; its recovery codes are worth nothing from then on.
    @discardableResult
    public func disableSecondFactor(
        password: String,
        code: String
    ) async throws -> API.Banking.SuccessResponse {
        try await purser.call(
            API.Identity.disableSecondFactor,
            .init(password: Password(password), code: code)
        )
    }
}
