public import Contract
import Crypto
import Kernel
import Providers
import Store

extension IdentityOperations {
    /// Makes a secret for an authenticator app; nothing is asked for before a code confirms it.
    ///
    /// - Throws: ``Problem`` `invalid` when the password is missing or wrong, `rateLimited` after
    ///   too many wrong ones or when too many are being checked, `conflict` when a second factor is
    ///   on; `unauthenticated`, also when a sign-in is needed and too old; `DatabaseError`.
    public func beginSecondFactor(
        _ input: API.Identity.BeginSecondFactorRequest,
        _ call: Call
    ) async throws -> API.Identity.SecondFactorResponse {
        let proven = try await proving(input.password, code: nil, call, isCodeNeeded: false)
        let secret = Self.randomBytes(Self.secretBytes)
        let sealed = try secondFactorKey.seal(secret, in: proven.id.text)
        return try await changing(proven, call) { session, membership in
            let hasBegun = try SecondFactors.begin(
                Base64URL.text(sealed),
                of: membership.member,
                now: call.now,
                in: session
            )
            guard hasBegun else { throw Self.secondFactorIsOn }
            let text = Base32.text(secret)
            return API.Identity.SecondFactorResponse(
                secret: text,
                uri: Self.uri(of: text, for: proven.email)
            )
        }
    }

    /// The bytes of a secret: as many as the hash has (RFC 4226, section 4).
    private static let secretBytes = 20

    /// What who has a second factor is told.
    static let secondFactorIsOn = Problem(.conflict, "A second factor is on already")

    /// Bytes that nobody can guess.
    static func randomBytes(_ count: Int) -> [UInt8] {
        SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Array($0) }
    }

    /// The address that authenticator apps scan.
    ///
    /// Source: Key Uri Format, in the wiki of github.com/google/google-authenticator.
    private static func uri(of secret: String, for email: String) -> String {
        "otpauth://totp/Purser:\(PercentCoding.encoded(email))?secret=\(secret)&issuer=Purser"
            + "&algorithm=SHA1&digits=\(Limits.secondFactorDigits)"
            + "&period=\(Limits.secondFactorStepSeconds)"
    }
}
