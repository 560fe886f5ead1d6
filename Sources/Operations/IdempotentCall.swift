public import Contract
import Kernel
public import Providers
public import Store
import Synchronization

/// A call that named an Idempotency-Key.
public final class IdempotentCall: Sendable {
    /// Who called what, with which key.
    public let scope: IdempotencyScope
    /// The keyed hash of the input.
    public let inputHash: String
    /// The status of success, as the endpoint declares it.
    let status: Int
    /// The surface in whose shape refusals are remembered.
    let surface: Surface

    private let replayed = Mutex(false)

    /// Makes a call that names a key.
    ///
    /// - Parameter input: Path, query and body as one JSON value.
    public init(
        scope: IdempotencyScope,
        input: JSON,
        hashKey: Secret,
        status: Int,
        surface: Surface
    ) {
        self.scope = scope
        // Keyed, because inputs hold passwords, and a bare hash of one could be searched for.
        inputHash = Base64URL.text(hashKey.authenticationCode(for: input.canonicalBytes))
        self.status = status
        self.surface = surface
    }

    /// Whether the answer is that of an earlier call.
    public var isReplayed: Bool { replayed.withLock { $0 } }

    func markReplayed() { replayed.withLock { $0 = true } }
}

/// The remembered answer of an earlier call, thrown past the operation to whoever answers.
public struct ReplayedAnswer: Error, Sendable, Equatable {
    /// The status that was answered.
    public let status: Int
    /// The body that was answered.
    public let body: String
}
