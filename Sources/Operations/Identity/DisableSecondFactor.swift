public import Contract
import Ledger
import Store

extension IdentityOperations {
    /// Turns the caller's second factor off; its recovery codes are worth nothing from then on.
    ///
    /// - Throws: ``Problem`` `invalid` when the password or the code is missing or wrong,
    ///   `rateLimited` after too many wrong ones or when too many are being checked, `conflict`
    ///   when none is on; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func disableSecondFactor(
        _ input: API.Identity.DisableSecondFactorRequest,
        _ call: Call
    ) async throws -> API.Banking.SuccessResponse {
        let proven = try await claiming(call).member
        let hasPassword = proven.passwordHash != nil
        try Problem.require([("password", input.password != nil || !hasPassword)])
        if let password = input.password, hasPassword {
            try await check(password, of: proven, call, else: .isWrong("password"))
        }
        try await proving(code: input.code, of: proven, call)
        return try await changing(proven, call) { session, membership in
            guard try SecondFactors.remove(of: membership.member, in: session) else {
                throw Problem(.conflict, "No second factor is on")
            }
            let body = [JSON.Member("on", .bool(false))]
            let kind = Edit.Kind.accountSecondFactor
            try Self.recordChange(.secondFactorOff, kind, body, membership, call, session)
            return API.Banking.SuccessResponse(message: "The second factor is off")
        }
    }
}
