import Foundation
public import Kernel
import Synchronization

/// Hashes passwords and checks them, a few at a time: Argon2id (RFC 9106) through libsodium.
///
/// Each computation takes much memory and tens of milliseconds on purpose. It runs on threads of
/// the hasher's own, so that requests which need no password never wait for one, and only so many
/// may wait that the last still gets its answer in time. Those who ask take turns, and none has
/// more than its share of the queue: one who asks without end makes nobody else wait.
public final class PasswordHasher: Sendable {
    /// What new hashes cost.
    public let cost: Cost

    private let threads: WorkerThreads
    private let verified = Atomic<Int>(0)
    private let hashed = Atomic<Int>(0)
    private let usualNanoseconds: Atomic<Int>
    /// Checked in place of the hash an unknown user does not have.
    let dummy: String

    /// Makes a hasher; computes one hash, so it takes as long as one.
    ///
    /// - Parameters:
    ///   - cost: What new hashes cost.
    ///   - threads: The most computations at once.
    ///   - queue: The most computations that wait.
    ///   - share: The most of them that wait for one client.
    /// - Throws: ``PasswordHasherError`` `unavailable` or `outOfMemory`.
    public convenience init(
        cost: Cost = .standard,
        threads: Int = Limits.hashThreads,
        queue: Int = Limits.hashQueue,
        share: Int = Limits.hashQueueOfOne
    ) throws(PasswordHasherError) {
        let threads = WorkerThreads(threads: threads, queue: queue, share: share)
        try self.init(cost: cost, on: threads)
    }

    init(cost: Cost, on threads: WorkerThreads) throws(PasswordHasherError) {
        self.cost = cost
        self.threads = threads
        let unguessable = (0..<4).map { _ in String(UInt64.random(in: .min ... .max)) }.joined()
        let started = ContinuousClock.now
        dummy = try Argon2id.hash(Self.bytes(unguessable), cost)
        usualNanoseconds = Atomic((ContinuousClock.now - started).wholeNanoseconds)
    }

    /// How many checks were computed, those for unknown users included.
    public var verifications: Int { verified.load(ordering: .relaxed) }

    /// How many new hashes were computed.
    public var hashes: Int { hashed.load(ordering: .relaxed) }

    /// Computations under way.
    public var running: Int { threads.load.running }

    /// Computations that wait.
    public var waiting: Int { threads.load.waiting }

    /// How long one computation takes these days.
    var usualDuration: Duration { .nanoseconds(usualNanoseconds.load(ordering: .relaxed)) }

    /// Hashes a new password under a random salt, as a PHC string.
    ///
    /// - Parameters:
    ///   - password: At most 128 Unicode scalars, as the rules of the fields have it.
    ///   - clientKey: Whose share of the queue it takes, such as a network address.
    /// - Returns: The PHC string.
    /// - Throws: ``PasswordHasherError``; `CancellationError` when the caller gave up waiting.
    public func hash(_ password: String, for clientKey: String) async throws -> String {
        guard !Self.isTooLong(password) else { throw PasswordHasherError.tooLong }
        return try await threads.run(for: clientKey) { [self] in
            hashed.add(1, ordering: .relaxed)
            return try timed { () throws(PasswordHasherError) in
                try Argon2id.hash(Self.bytes(password), cost)
            }
        }
    }

    /// Checks a password against a user's hash.
    ///
    /// Without a hash, because the user is unknown or has no password, a fixed one of the same cost
    /// is checked and the answer is no: who measures the time learns nothing about who exists. So
    /// is it for a password that nobody can have, because it is longer than any: bringing one into
    /// its normal form would take longer than the rest.
    ///
    /// - Parameters:
    ///   - password: As it was sent, of any length.
    ///   - hash: The user's, if there is one.
    ///   - clientKey: Whose share of the queue it takes, such as a network address.
    /// - Returns: Whether it is the user's.
    /// - Throws: ``PasswordHasherError``; `CancellationError` when the caller gave up waiting.
    public func verify(
        _ password: String,
        against hash: String?,
        for clientKey: String
    ) async throws -> Bool {
        let isPossible = hash != nil && !Self.isTooLong(password)
        let text = isPossible ? hash ?? dummy : dummy
        let password = Self.isTooLong(password) ? "" : password
        let matches = try await threads.run(for: clientKey) { [self] in
            verified.add(1, ordering: .relaxed)
            return try timed { () throws(PasswordHasherError) in
                try Argon2id.verify(Self.bytes(password), text)
            }
        }
        return matches && isPossible
    }

    /// Waits as long as ``hash(_:for:)`` would take, and computes nothing.
    ///
    /// For who is refused: asking must not be cheaper than being let in.
    ///
    /// - Throws: ``PasswordHasherError``; `CancellationError` when the caller gave up waiting.
    public func rest(for clientKey: String) async throws {
        try await threads.rest(for: clientKey, usualDuration)
    }

    /// Refuses new work from now on; what was accepted is finished, then the threads end.
    public func shutdown() {
        threads.shutdown()
    }

    /// Computes, and remembers how long that took: an eighth of it comes from the newest.
    private func timed<Result>(
        _ compute: () throws(PasswordHasherError) -> Result
    ) throws(PasswordHasherError) -> Result {
        let started = ContinuousClock.now
        let result = try compute()
        let newest = (ContinuousClock.now - started).wholeNanoseconds
        let usual = usualNanoseconds.load(ordering: .relaxed)
        usualNanoseconds.store(usual + (newest - usual) / 8, ordering: .relaxed)
        return result
    }

    private static func isTooLong(_ password: String) -> Bool {
        password.hasMoreScalars(than: Limits.passwordCharactersMost)
    }

    /// The bytes of a password: its NFC form in UTF-8.
    ///
    /// Keyboards differ in how they compose an accent; to the person it is the same password. Takes
    /// time quadratic in a run of combining marks, so it is for short texts, and for the threads
    /// here alone.
    private static func bytes(_ password: String) -> [UInt8] {
        Array(password.precomposedStringWithCanonicalMapping.utf8)
    }
}

extension Duration {
    fileprivate var wholeNanoseconds: Int { Int(self / .nanoseconds(1)) }
}
