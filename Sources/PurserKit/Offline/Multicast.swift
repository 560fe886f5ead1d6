import Synchronization

/// Hands everything that is told to everybody who listens; who listens late misses what was before.
final class Multicast<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = Mutex(State())

    deinit { finish() }

    /// Tells all who listen.
    func tell(_ element: Element) {
        for listener in state.withLock(\.listeners).values { listener.yield(element) }
    }

    /// Tells all who listen that nothing follows.
    func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return state.listeners.values
        }
        for listener in listeners { listener.finish() }
    }

    /// Everything that is told from now on, after a first element if there is one; of what is not
    /// taken only the newest is kept.
    func listen(keeping most: Int, after first: Element? = nil) -> AsyncStream<Element> {
        AsyncStream(bufferingPolicy: .bufferingNewest(most)) { continuation in
            if let first { continuation.yield(first) }
            let number = state.withLock { state in
                state.next += 1
                state.listeners[state.next] = continuation
                return state.next
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
            }
        }
    }
}
