import Crypto
public import Kernel

/// The codes of an authenticator app: TOTP (RFC 6238) with SHA-1, which is what every app knows.
///
/// A code belongs to a step, half a minute counted from 1970. Who takes codes remembers the last
/// step, so that each code is taken once.
public struct TOTP: Sendable {
    private let key: SymmetricKey
    private let digits: Int

    /// Takes the secret that the app was given.
    ///
    /// `digits`: The length of a code, 6...8.
    public init(secret: [UInt8], digits: Int = Limits.secondFactorDigits) {
        precondition((6...8).contains(digits), "RFC 4226 knows codes of 6 to 8 digits")
        key = SymmetricKey(data: secret)
        self.digits = digits
    }

    /// The step that an instant lies in.
    public static func step(at instant: Timestamp) -> Int64 {
        instant.seconds / Limits.secondFactorStepSeconds
    }

    /// The code of a step (RFC 4226, section 5.3).
    public func code(at step: Int64) -> String {
        let counter = withUnsafeBytes(of: step.bigEndian) { Array($0) }
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: key))
        let offset = Int(hash[hash.count - 1] & 0xF)
        let number = hash[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let text = String(number)
        let zeros = String(repeating: "0", count: max(0, digits - text.utf8.count))
        return String((zeros + text).suffix(digits))
    }

    /// The step that a code belongs to: the present one, or one so near that clocks differ by it.
    ///
    /// Every step is looked at, and every digit, so that the time tells nothing of the code.
    ///
    /// - Returns: The latest such step; `nil` when it is the code of none.
    public func step(of code: String, around now: Timestamp) -> Int64? {
        let typed = Array(code.utf8)
        guard typed.count == digits else { return nil }
        let present = Self.step(at: now)
        var found: Int64?
        for apart in -Limits.secondFactorStepsApart...Limits.secondFactorStepsApart {
            let right = Array(self.code(at: present + apart).utf8)
            let difference = zip(typed, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
            if difference == 0 { found = present + apart }
        }
        return found
    }
}

extension TOTP: Confidential {}
