import Contract
import Kernel
import Synchronization

/// How many sign-ins may fail from one network address, whichever accounts they are for.
///
/// The lock of an account does not see who tries one password on a thousand of them. Kept in
/// memory: a guesser gains one budget more when the server starts anew.
final class FailedSignInLimiter: Sendable {
    private struct Tally {
        let since: Timestamp
        var failures: Int
    }

    private let most: Int
    private let capacity: Int
    private let tallies = Mutex<[String: Tally]>([:])

    /// Makes a budget of so many failures in 15 minutes; 0 limits nothing.
    init(_ most: Int, capacity: Int = Limits.rateLimitedCallers) {
        self.most = most
        self.capacity = capacity
    }

    /// Refuses a caller who has used it up.
    ///
    /// - Throws: ``Problem`` `rateLimited`, with the seconds left.
    func check(_ call: Call) throws {
        guard most > 0, case .anonymous(let address) = call.caller else { return }
        guard let tally = tallies.withLock({ $0[address] }), tally.failures >= most,
            let left = left(of: tally, call.now)
        else { return }
        throw Problem(.rateLimited, retryAfterSeconds: Int((left + 999) / 1_000))
    }

    /// Counts a failure.
    func count(_ call: Call) {
        guard most > 0, case .anonymous(let address) = call.caller else { return }
        tallies.withLock { tallies in
            if tallies.count >= capacity, tallies[address] == nil { evict(&tallies, call.now) }
            var tally = tallies[address] ?? Tally(since: call.now, failures: 0)
            if left(of: tally, call.now) == nil { tally = Tally(since: call.now, failures: 0) }
            tally.failures += 1
            tallies[address] = tally
        }
    }

    /// How many addresses are remembered.
    var addresses: Int { tallies.withLock { $0.count } }

    /// The milliseconds until a tally counts no more; `nil` when it does not already.
    private func left(of tally: Tally, _ now: Timestamp) -> Int64? {
        let passed = now.milliseconds - tally.since.milliseconds
        // A clock that went back says nothing about how long it has been.
        guard passed >= 0, passed < Limits.lockMilliseconds else { return nil }
        return Limits.lockMilliseconds - passed
    }

    /// Drops the tallies that count no more, and of the others the oldest.
    private func evict(_ tallies: inout [String: Tally], _ now: Timestamp) {
        tallies = tallies.filter { left(of: $0.value, now) != nil }
        tallies.forgetOldest(of: capacity) { $0.since.milliseconds }
    }
}
