import Synchronization

/// Lets calls through at a pace, as a bucket of tokens that fills with time.
final class RequestThrottle: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: Duration
    }

    private let pace: Pace
    private let time: Timekeeper
    private let bucket: Mutex<Bucket>

    init(_ pace: Pace, _ time: Timekeeper) {
        self.pace = pace
        self.time = time
        bucket = Mutex(Bucket(tokens: max(pace.burst, 1), filled: time.uptime()))
    }

    /// Waits until a call may go.
    ///
    /// Those who wait have taken their token already, so they go in the order in which they came.
    ///
    /// - Throws: ``PurserError`` `rateLimited` when that is after `deadline`; `CancellationError`.
    func pass(before deadline: Duration) async throws {
        guard pace.perSecond > 0 else { return }
        let wait = try take(before: deadline)
        guard wait > .zero else { return }
        do {
            try await time.pause(wait)
        } catch {
            bucket.withLock { $0.tokens += 1 }
            throw error
        }
    }

    private func take(before deadline: Duration) throws -> Duration {
        let now = time.uptime()
        return try bucket.withLock { bucket in
            let gained = (now - bucket.filled) / .seconds(1) * pace.perSecond
            let tokens = min(max(pace.burst, 1), bucket.tokens + max(gained, 0))
            let wait = Duration.seconds(max(0, 1 - tokens) / pace.perSecond)
            guard now + wait <= deadline else {
                throw PurserError(.rateLimited, "This app makes too many calls")
            }
            bucket = Bucket(tokens: tokens - 1, filled: now)
            return wait
        }
    }
}
