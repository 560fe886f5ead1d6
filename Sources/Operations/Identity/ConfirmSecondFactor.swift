public import Contract
import Kernel
import Ledger
import Providers
import Store

extension Operations {
    /// Turns the second factor on with its first code, and shows the recovery codes.
    ///
    /// A wrong code counts nowhere: who asks was shown the secret.
    ///
    /// - Throws: ``Problem`` `invalid` when the code is wrong, `conflict` when none was begun or
    ///   one is on; `unauthenticated`; `DatabaseError`.
    public func confirmSecondFactor(
        _ input: API.Identity.ConfirmSecondFactorRequest,
        _ call: Call
    ) async throws -> API.Identity.RecoveryCodesResponse {
        let codes = (0..<Limits.recoveryCodes).map { _ in
            RecoveryCode(random: Self.randomBytes(RecoveryCode.randomBytes))
        }
        let typed = input.code.filter { !$0.isWhitespace }
        return try await writing(call) { session, standing in
            let member = standing.member
            guard let factor = try SecondFactors.find(of: member, in: session) else {
                throw Problem(.conflict, "No second factor was begun")
            }
            guard factor.confirmedAt == nil else { throw Self.secondFactorIsOn }
            guard let step = totp(of: factor)?.step(of: typed, around: call.now) else {
                throw Problem.isWrong("code")
            }
            guard try SecondFactors.confirm(of: member, step: step, now: call.now, in: session)
            else { throw Self.secondFactorIsOn }
            let hashes = codes.map(\.storedHash)
            try RecoveryCodes.replace(of: member, with: hashes, in: session)
            let body = [JSON.Member("on", .bool(true))]
            try Self.recordChange(
                .secondFactorOn,
                .accountSecondFactor,
                body,
                standing,
                call,
                session
            )
            return API.Identity.RecoveryCodesResponse(recoveryCodes: codes.map(\.shown))
        }
    }
}
