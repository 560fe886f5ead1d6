import Contract
import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Takes a code of a member's second factor, or a recovery code; each of them once.
    ///
    /// - Returns: Whether it was right.
    func takes(
        _ code: String,
        of factor: SecondFactorRecord,
        _ call: Call,
        in session: any Session
    ) throws -> Bool {
        if let recovery = RecoveryCode(typed: code) {
            return try takes(recovery, of: factor.member, call, in: session)
        }
        guard let totp = totp(of: factor),
            let step = totp.step(of: code.filter { !$0.isWhitespace }, around: call.now)
        else { return false }
        return try SecondFactors.spend(step: step, of: factor.member, in: session)
    }

    private func takes(
        _ code: RecoveryCode,
        of member: ID<Entity.Member>,
        _ call: Call,
        in session: any Session
    ) throws -> Bool {
        let hash = code.storedHash
        guard try RecoveryCodes.spend(hash: hash, of: member, now: call.now, in: session) else {
            return false
        }
        try Self.record(.recoveryCodeUsed, of: member, session: call.session, call, in: session)
        return true
    }

    /// The codes of a second factor; `nil` when its secret was sealed with another key file.
    func totp(of factor: SecondFactorRecord) -> TOTP? {
        guard let sealed = Base64URL.bytes(factor.sealedSecret),
            let secret = secondFactorKey.open(sealed, from: factor.member.text)
        else { return nil }
        return TOTP(secret: secret)
    }

    /// What seals the secrets of second factors.
    var secondFactorKey: Secret { tokens.secret(for: "second factor") }
}
