import Store
import Synchronization

/// The Idempotency-Keys whose first call is still running in this process.
final class RunningKeys: Sendable {
    private let scopes = Mutex<Set<IdempotencyScope>>([])

    /// Whether this is the only call with its key; if so, ``end(_:)`` must follow.
    func begin(_ scope: IdempotencyScope) -> Bool {
        scopes.withLock { $0.insert(scope).inserted }
    }

    /// Lets the next call with the key begin.
    func end(_ scope: IdempotencyScope) {
        scopes.withLock { _ = $0.remove(scope) }
    }
}
