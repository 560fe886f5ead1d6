public import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Turns the second factor on with its first code, and shows the recovery codes.
    ///
    /// A wrong code counts like one of a sign-in: who holds a stolen token may not have been shown
    /// the secret.
    ///
    /// - Throws: ``Problem`` `invalid` when the code is wrong, `rateLimited` after too many wrong
    ///   ones, `conflict` when none was begun or one is on; `unauthenticated`; `DatabaseError`.
    public func confirmSecondFactor(
        _ input: API.Identity.ConfirmSecondFactorRequest,
        _ call: Call
    ) async throws -> API.Identity.RecoveryCodesResponse {
        let codes = (0..<Limits.recoveryCodes).map { _ in
            RecoveryCode(random: Self.randomBytes(RecoveryCode.randomBytes))
        }
        let typed = input.code.filter { !$0.isWhitespace }
        let attempt: SignInAttempt<Bool> = try await database.write { session in
            let membership = try Self.membership(of: call, in: session)
            let member = try Self.member(membership.member, in: session)
            try Self.checkLock(on: member.email, call, .rateLimited, in: session)
            guard let factor = try SecondFactors.find(of: member.id, in: session) else {
                throw Problem(.conflict, "No second factor was begun")
            }
            guard factor.confirmedAt == nil else { throw Self.secondFactorIsOn }
            guard let step = totp(of: factor)?.step(of: typed, around: call.now) else {
                return try Self.failed(by: member, .isWrong("code"), call, in: session)
            }
            try Self.turnOn(factor, step, codes, membership, call, session)
            return .passed(true)
        }
        _ = try attempt.output
        return API.Identity.RecoveryCodesResponse(recoveryCodes: codes.map(\.shown))
    }

    private static func turnOn(
        _ factor: SecondFactorRecord,
        _ step: Int64,
        _ codes: [RecoveryCode],
        _ membership: Membership,
        _ call: Call,
        _ session: any Session
    ) throws {
        let member = factor.member
        guard try SecondFactors.confirm(of: member, step: step, now: call.now, in: session)
        else { throw secondFactorIsOn }
        try RecoveryCodes.replace(of: member, with: codes.map(\.storedHash), in: session)
        let body = [JSON.Member("on", .bool(true))]
        try recordChange(.secondFactorOn, .accountSecondFactor, body, membership, call, session)
    }
}
