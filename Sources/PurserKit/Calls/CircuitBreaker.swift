import Synchronization

/// Stops calling a server that does not answer, and finds out by one call when it does again.
final class CircuitBreaker: Sendable {
    /// A call that was let through.
    enum Permit {
        /// One of all.
        case usual
        /// The one that finds out.
        case probe
    }

    private struct State {
        var failures = 0
        /// Until when no call is sent; `nil` while all are.
        var shutUntil: Duration?
        var isProbing = false
    }

    private let policy: CircuitPolicy
    private let time: Timekeeper
    private let state = Mutex(State())

    init(_ policy: CircuitPolicy, _ time: Timekeeper) {
        self.policy = policy
        self.time = time
    }

    /// Asks whether a call may be sent.
    ///
    /// - Returns: What to hand to ``note(_:answered:)`` when the call ended, however it did.
    /// - Throws: ``NetworkFailure/suspended``.
    func pass() throws(NetworkFailure) -> Permit {
        guard policy.failures > 0 else { return .usual }
        let permit: Permit? = state.withLock { state in
            guard let until = state.shutUntil else { return .usual }
            guard !state.isProbing, time.uptime() >= until else { return nil }
            state.isProbing = true
            return .probe
        }
        guard let permit else { throw .suspended }
        return permit
    }

    /// Takes how a call that passed ended; `nil` when that tells nothing about the server.
    func note(_ permit: Permit, answered: Bool?) {
        guard policy.failures > 0 else { return }
        state.withLock { state in
            switch (answered, permit) {
            case (true?, _):
                state = State()
            case (false?, .probe) where state.isProbing:
                state.isProbing = false
                state.shutUntil = time.uptime() + policy.pause
            case (false?, _) where state.shutUntil == nil:
                state.failures += 1
                guard state.failures >= policy.failures else { return }
                state.shutUntil = time.uptime() + policy.pause
            case (false?, _):
                // It was sent before the circuit opened, and tells nothing new.
                break
            case (nil, .probe):
                state.isProbing = false
            case (nil, .usual):
                break
            }
        }
    }
}
