import Kernel

/// A signature of a body and of the time it was made at: `t=<seconds>,v1=<code>[,v1=<code>]`.
///
/// A code is the HMAC-SHA256 of the time, a dot and the body under a secret, in hexadecimal. There
/// are several while a secret is being replaced.
struct TimedSignature: Sendable {
    /// The time as it was signed.
    private let time: Substring
    /// The time it was made at, in seconds since 1970.
    let seconds: Int64
    private let codes: [Secret]

    /// Reads the header; `nil` without exactly one time, or without a code of this scheme.
    init?(_ header: String) {
        var times: [Substring] = []
        var codes: [Secret] = []
        for part in header.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            switch pair[0].trimmingPrefix(" ") {
            case "t": times.append(pair[1])
            case "v1": if let code = Self.bytes(pair[1].utf8) { codes.append(Secret(code)) }
            default: continue
            }
        }
        guard times.count == 1, !codes.isEmpty, (1...12).contains(times[0].utf8.count),
            times[0].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let seconds = Int64(times[0])
        else { return nil }
        self.time = times[0]
        self.seconds = seconds
        self.codes = codes
    }

    /// Compares every code with every secret, in a time that does not depend on them.
    func fits(_ body: [UInt8], _ secrets: [Secret]) -> Bool {
        let signed = Self.signed(body, at: time)
        var isFit = false
        for secret in secrets {
            let code = Secret(secret.authenticationCode(for: signed))
            for given in codes where code == given { isFit = true }
        }
        return isFit
    }

    /// Writes the header: one code for each secret, in their order.
    static func text(for body: [UInt8], _ secrets: [Secret], at now: Timestamp) -> String {
        let time = String(now.seconds)
        let signed = Self.signed(body, at: time[...])
        let codes = secrets.map { secret in
            let code = secret.authenticationCode(for: signed)
            return "v1=\(code.withUnsafeBytes(Hexadecimal.text))"
        }
        return (["t=\(time)"] + codes).joined(separator: ",")
    }

    private static func signed(_ body: [UInt8], at time: Substring) -> [UInt8] {
        Array(time.utf8) + [UInt8(ascii: ".")] + body
    }

    /// The 32 bytes of a code.
    private static func bytes(_ digits: Substring.UTF8View) -> [UInt8]? {
        let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard values.count == 64, digits.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}
