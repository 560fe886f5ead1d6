public import Contract
import Crypto
import Kernel
public import Providers
import Store
import Synchronization

/// A call that named an Idempotency-Key.
public final class IdempotentCall: Sendable {
    /// Who called what, with which key.
    let scope: IdempotencyScope
    /// The keyed hash of the input.
    public let inputHash: String
    /// The status of success, as the endpoint declares it.
    let status: Int
    /// Whether an answer of the endpoint may tell another one.
    let hasOtherStatuses: Bool
    /// The surface in whose shape refusals are remembered.
    let surface: Surface

    private let replayed = Mutex(false)

    /// Makes a call that names a key.
    ///
    /// - Parameters:
    ///   - caller: Under what the caller's calls are remembered.
    ///   - operation: Method and route template.
    ///   - key: The key as the caller chose it.
    ///   - input: Path, query and body as one JSON value.
    ///   - hashKey: The key of the input's hash.
    ///   - status: The status of success.
    ///   - hasOtherStatuses: Whether an answer may tell another one.
    ///   - surface: In whose shape refusals are remembered.
    public init(
        caller: Caller,
        operation: String,
        key: String,
        input: JSON,
        hashKey: Secret,
        status: Int,
        hasOtherStatuses: Bool = false,
        surface: Surface
    ) {
        scope = IdempotencyScope(caller: caller.key, operation: operation, key: key)
        // Keyed, because inputs hold passwords, and a bare hash of one could be searched for.
        inputHash = Base64URL.text(hashKey.authenticationCode(for: input.canonicalBytes))
        self.status = status
        self.hasOtherStatuses = hasOtherStatuses
        self.surface = surface
    }

    /// What tells this call's key from every other caller's and operation's.
    public var identity: String { "\(scope.caller)\n\(scope.operation)\n\(scope.key)" }

    /// The same in a form of one length.
    var identityHash: String { Base64URL.text(Array(SHA256.hash(data: Array(identity.utf8)))) }

    /// Whether the answer is that of an earlier call.
    public var isReplayed: Bool { replayed.withLock { $0 } }

    /// The status of an answer.
    func status(of output: some Any) -> Int {
        guard hasOtherStatuses else { return status }
        return (output as? any StatusTelling)?.status ?? status
    }

    func markReplayed() { replayed.withLock { $0 = true } }
}

/// The remembered answer of an earlier call, thrown past the operation to whoever answers.
public struct ReplayedAnswer: Error, Sendable, Equatable {
    /// The status that was answered.
    public let status: Int
    /// The body that was answered.
    public let body: String
}
