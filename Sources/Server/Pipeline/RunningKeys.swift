import Contract
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

    /// The place of the only call with a key; the next one may begin when it is gone.
    ///
    /// - Throws: ``Problem`` `conflict` while another call has it.
    func hold(_ identity: String) throws -> RunningKey {
        guard begin(identity) else {
            let message = "The first call with this key is still running"
            throw Problem(.conflict, message, retryAfterSeconds: 1)
        }
        return RunningKey(self, identity)
    }
}

/// A key whose call lasts as long as its answer is made, which may be never.
final class RunningKey: Sendable {
    private let keys: RunningKeys
    private let identity: String
    private let hasEnded = Mutex(false)

    fileprivate init(_ keys: RunningKeys, _ identity: String) {
        self.keys = keys
        self.identity = identity
    }

    deinit { end() }

    /// Lets the next call with the key begin, once.
    func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        if isFirst { keys.end(identity) }
    }
}
