import Synchronization

/// The Idempotency-Keys whose first call is still running in this process.
final class RunningKeys: Sendable {
    private let identities = Mutex<Set<String>>([])

    /// Whether this is the only call with its key; if so, ``end(_:)`` must follow.
    func begin(_ identity: String) -> Bool {
        identities.withLock { $0.insert(identity).inserted }
    }

    /// Lets the next call with the key begin.
    func end(_ identity: String) {
        identities.withLock { _ = $0.remove(identity) }
    }
}
