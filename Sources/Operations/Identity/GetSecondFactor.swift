public import Contract
import Store

extension IdentityOperations {
    /// Tells whether the caller has a second factor.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func getSecondFactor(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Identity.SecondFactorStatus {
        try await reading(call) { session, membership in
            let factor = try SecondFactors.confirmed(of: membership.member, in: session)
            return API.Identity.SecondFactorStatus(
                isOn: factor != nil,
                recoveryCodesLeft: try RecoveryCodes.countLeft(of: membership.member, in: session)
            )
        }
    }
}
