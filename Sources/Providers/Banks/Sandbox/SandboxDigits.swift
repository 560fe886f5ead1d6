import Crypto
import Kernel

/// Ids that follow from what they are of, so that a bank without a memory gives the same again.
enum SandboxDigits {
    /// 24 hexadecimal digits.
    static func of(_ parts: String...) -> String {
        let hash = SHA256.hash(data: Array(parts.joined(separator: " ").utf8))
        return String(hash.withUnsafeBytes(Hexadecimal.text).prefix(24))
    }
}
