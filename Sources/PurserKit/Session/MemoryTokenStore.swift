import Synchronization

/// Keeps the session until the program ends.
public final class MemoryTokenStore: TokenStore {
    private let kept: Mutex<StoredSession?>

    /// Makes a store.
    public init(_ session: StoredSession? = nil) {
        kept = Mutex(session)
    }

    /// The kept session.
    public func load() -> StoredSession? { kept.withLock { $0 } }

    /// Keeps a session.
    public func save(_ session: StoredSession) { kept.withLock { $0 = session } }

    /// Forgets the session.
    public func remove() { kept.withLock { $0 = nil } }
}
