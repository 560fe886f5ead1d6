import Kernel
import Synchronization

/// A token bucket for each caller: a sustained rate, and a burst above it.
final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var refilledAt: Int64
    }

    private let perSecond: Double
    private let burst: Double
    private let capacity: Int
    private let buckets = Mutex<[String: Bucket]>([:])

    /// Makes a limiter; a rate of 0 limits nothing.
    init(perSecond: Int, burst: Int, capacity: Int = Limits.rateLimitedCallers) {
        self.perSecond = Double(perSecond)
        self.burst = Double(burst)
        self.capacity = capacity
    }

    /// Counts one request.
    ///
    /// - Returns: `nil` when it may go on, else after how many whole seconds the next one may.
    func delay(for caller: @autoclosure () -> String, now: Timestamp) -> Int? {
        guard perSecond > 0 else { return nil }
        let caller = caller()
        return buckets.withLock { buckets in
            if buckets.count >= capacity, buckets[caller] == nil { evict(&buckets, now) }
            return take(from: &buckets[caller, default: Bucket(tokens: burst, refilledAt: 0)], now)
        }
    }

    /// Whether the caller's next request would have to wait; counts nothing.
    func isSpent(_ caller: String, now: Timestamp) -> Bool {
        guard perSecond > 0 else { return false }
        return buckets.withLock { buckets in
            guard var bucket = buckets[caller] else { return false }
            refill(&bucket, now)
            return bucket.tokens < 1
        }
    }

    /// How many callers are remembered.
    var count: Int { buckets.withLock { $0.count } }

    private func take(from bucket: inout Bucket, _ now: Timestamp) -> Int? {
        refill(&bucket, now)
        guard bucket.tokens < 1 else {
            bucket.tokens -= 1
            return nil
        }
        return max(1, Int(((1 - bucket.tokens) / perSecond).rounded(.up)))
    }

    private func refill(_ bucket: inout Bucket, _ now: Timestamp) {
        let elapsed = max(0, now.milliseconds - bucket.refilledAt)
        bucket.tokens = min(burst, bucket.tokens + Double(elapsed) / 1_000 * perSecond)
        bucket.refilledAt = now.milliseconds
    }

    /// Drops the buckets that are full again, which are as good as new ones, and of the others
    /// those that have been used least recently.
    private func evict(_ buckets: inout [String: Bucket], _ now: Timestamp) {
        let fullAfter = Int64(burst / perSecond * 1_000)
        buckets = buckets.filter { now.milliseconds - $0.value.refilledAt < fullAfter }
        buckets.forgetOldest(of: capacity) { $0.refilledAt }
    }
}
