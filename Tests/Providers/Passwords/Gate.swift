import Foundation
import Synchronization

@testable import Providers

/// Holds the threads that come to it until it is opened.
final class Gate: Sendable {
    private let turnstile = DispatchSemaphore(value: 0)

    /// Waits until the gate is open; blocks the thread.
    func pass() {
        turnstile.wait()
        turnstile.signal()
    }

    /// Lets through who waits and who comes later.
    func open() {
        turnstile.signal()
    }
}

/// Counts how many are inside, and the most that ever were.
final class Counter: Sendable {
    private struct Counts {
        var inside = 0
        var most = 0
        var total = 0
    }

    private let counts = Mutex(Counts())

    var most: Int { counts.withLock { $0.most } }
    var total: Int { counts.withLock { $0.total } }

    func enter() {
        counts.withLock { counts in
            counts.inside += 1
            counts.total += 1
            counts.most = max(counts.most, counts.inside)
        }
    }

    func leave() {
        counts.withLock { $0.inside -= 1 }
    }

    /// Waits until that many are inside, or the test's time limit has passed.
    func settle(inside: Int) async {
        while counts.withLock({ $0.inside }) != inside, !Task.isCancelled {
            await Task.yield()
        }
    }
}

extension WorkerThreads {
    /// Waits until the threads are as busy as said, or the test's time limit has passed.
    func settle(running: Int, waiting: Int) async {
        while (load.running, load.waiting) != (running, waiting), !Task.isCancelled {
            await Task.yield()
        }
    }
}
