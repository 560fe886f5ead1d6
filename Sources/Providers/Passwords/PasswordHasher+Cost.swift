extension PasswordHasher {
    /// How much work one hash is, for us and for who guesses.
    public struct Cost: Hashable, Sendable {
        /// Memory in bytes.
        public let memoryBytes: Int
        /// Passes over the memory.
        public let passes: Int

        /// What passwords are kept with: 19 MiB, 2 passes, 1 lane.
        ///
        /// Source: OWASP Password Storage Cheat Sheet, Argon2id, read 2026-11-20. The lane is fixed
        /// by libsodium.
        public static let standard = Cost(memoryBytes: 19 * 1_048_576, passes: 2)

        /// The least Argon2id allows, for tests that are not about cost: 8 KiB, 1 pass.
        public static let least = Cost(memoryBytes: 8_192, passes: 1)
    }
}
