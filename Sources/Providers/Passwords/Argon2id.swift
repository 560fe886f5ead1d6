import CSodium

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// libsodium's Argon2id, in Swift's types.
///
/// Every call blocks its thread for the whole computation.
enum Argon2id {
    /// libsodium picks the fastest code for the processor here; before it, calls are not allowed.
    private static let isReady = sodium_init() >= 0

    /// Hashes under a random salt, as a PHC string.
    static func hash(
        _ password: [UInt8],
        _ cost: PasswordHasher.Cost
    ) throws(PasswordHasherError) -> String {
        guard isReady else { throw .unavailable }
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        let status = crypto_pwhash_str_alg(
            &text,
            password.map { CChar(bitPattern: $0) },
            UInt64(password.count),
            UInt64(cost.passes),
            cost.memoryBytes,
            crypto_pwhash_alg_argon2id13()
        )
        guard status == 0 else { throw .outOfMemory }
        let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Whether a PHC string was made from the password; `false` for what is no PHC string.
    static func verify(_ password: [UInt8], _ hash: String) throws(PasswordHasherError) -> Bool {
        guard isReady else { throw .unavailable }
        errno = 0
        let status = crypto_pwhash_str_verify(
            hash,
            password.map { CChar(bitPattern: $0) },
            UInt64(password.count)
        )
        if status == 0 { return true }
        // Lack of memory must not look like a wrong password: those are counted, and lock out.
        guard errno != ENOMEM else { throw .outOfMemory }
        return false
    }
}
