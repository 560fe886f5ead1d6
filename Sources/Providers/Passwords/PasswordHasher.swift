import Foundation
public import Kernel
import Synchronization

/// Hashes passwords and checks them, a few at a time: Argon2id (RFC 9106) through libsodium.
///
/// Each computation takes much memory and tens of milliseconds on purpose. It runs on threads of
/// the hasher's own, so that requests which need no password never wait for one, and only so many
/// may wait that the last still gets its answer in time.
public final class PasswordHasher: Sendable {
    /// What new hashes cost.
    public let cost: Cost

    private let threads: WorkerThreads
    private let verified = Atomic<Int>(0)
    /// Checked in place of the hash an unknown user does not have.
    let dummy: String

    /// Makes a hasher; computes one hash, so it takes as long as one.
    ///
    /// - Parameters:
    ///   - cost: What new hashes cost.
    ///   - threads: The most computations at once.
    ///   - queue: The most computations that wait.
    /// - Throws: ``PasswordHasherError`` `unavailable` or `outOfMemory`.
    public convenience init(
        cost: Cost = .standard,
        threads: Int = Limits.hashThreads,
        queue: Int = Limits.hashQueue
    ) throws(PasswordHasherError) {
        try self.init(cost: cost, on: WorkerThreads(threads: threads, queue: queue))
    }

    init(cost: Cost, on threads: WorkerThreads) throws(PasswordHasherError) {
        self.cost = cost
        self.threads = threads
        let unguessable = (0..<4).map { _ in String(UInt64.random(in: .min ... .max)) }.joined()
        dummy = try Argon2id.hash(Self.bytes(unguessable), cost)
    }

    /// How many checks were computed, those for unknown users included.
    public var verifications: Int { verified.load(ordering: .relaxed) }

    /// Computations under way.
    public var running: Int { threads.load.running }

    /// Computations that wait.
    public var waiting: Int { threads.load.waiting }

    /// Hashes a new password under a random salt, as a PHC string.
    ///
    /// - Throws: ``PasswordHasherError``; `CancellationError` when the caller gave up waiting.
    public func hash(_ password: String) async throws -> String {
        let bytes = Self.bytes(password)
        let cost = cost
        return try await threads.run { try Argon2id.hash(bytes, cost) }
    }

    /// Checks a password against a user's hash.
    ///
    /// Without a hash, because the user is unknown or has no password, a fixed one of the same cost
    /// is checked and the answer is no: who measures the time learns nothing about who exists.
    ///
    /// - Throws: ``PasswordHasherError``; `CancellationError` when the caller gave up waiting.
    public func verify(_ password: String, against hash: String?) async throws -> Bool {
        let bytes = Self.bytes(password)
        let text = hash ?? dummy
        let matches = try await threads.run { [self] in
            verified.add(1, ordering: .relaxed)
            return try Argon2id.verify(bytes, text)
        }
        return matches && hash != nil
    }

    /// Whether a hash was made at another cost than new ones are.
    ///
    /// If so, hash the password anew after the next sign-in that succeeds.
    public func needsRehash(_ hash: String) -> Bool {
        Argon2id.costDiffers(hash, cost)
    }

    /// Refuses new work from now on; what was accepted is finished, then the threads end.
    public func shutdown() {
        threads.shutdown()
    }

    /// The bytes of a password: its NFC form in UTF-8.
    ///
    /// Keyboards differ in how they compose an accent; to the person it is the same password.
    private static func bytes(_ password: String) -> [UInt8] {
        Array(password.precomposedStringWithCanonicalMapping.utf8)
    }
}
