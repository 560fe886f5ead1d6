import Synchronization

/// Tells when something that comes in pieces has stopped coming.
final class Pulse: Sendable {
    private let last = Mutex(ContinuousClock.now)

    /// A piece came.
    func beat() { last.withLock { $0 = .now } }

    /// Returns when nothing came for so long.
    func stop(for idle: Duration) async throws {
        while true {
            let end = last.withLock { $0 } + idle
            guard end > .now else { return }
            try await Task.sleep(until: end, clock: .continuous)
        }
    }
}
