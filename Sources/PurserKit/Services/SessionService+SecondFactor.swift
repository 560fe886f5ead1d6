public import Contract

extension SessionService {
    /// Tells whether the caller has a second factor.
    public func getSecondFactor() async throws -> API.Identity.SecondFactorStatus {
        try await purser.call(API.Identity.getSecondFactor)
    }

    /// Makes a secret for an authenticator app, which the app's first code confirms.
    ///
    /// A member who has a password gives it.
    public func beginSecondFactor(
        password: String? = nil
    ) async throws -> API.Identity.SecondFactorResponse {
        try await purser.call(
            API.Identity.beginSecondFactor,
            .init(password: password.map { Password($0) })
        )
    }

    /// Turns the second factor on with its first code, and shows the recovery codes once.
    public func confirmSecondFactor(
        code: String
    ) async throws -> API.Identity.RecoveryCodesResponse {
        try await purser.call(API.Identity.confirmSecondFactor, .init(code: code))
    }

    /// Turns the second factor off; its recovery codes are worth nothing from then on.
    ///
    /// A member who has a password gives it, too.
    @discardableResult
    public func disableSecondFactor(
        password: String? = nil,
        code: String
    ) async throws -> API.Banking.SuccessResponse {
        try await purser.call(
            API.Identity.disableSecondFactor,
            .init(password: password.map { Password($0) }, code: code)
        )
    }
}
