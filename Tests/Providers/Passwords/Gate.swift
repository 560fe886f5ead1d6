import Foundation
import Synchronization
import Testbed
import Testing

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

    /// Waits until that many are inside.
    func settle(inside: Int) async {
        await eventually("\(inside) are inside") { counts.withLock { $0.inside } == inside }
    }
}

extension WorkerThreads {
    /// Waits until the threads are as busy as said.
    func settle(running: Int, waiting: Int) async {
        await eventually("\(running) run and \(waiting) wait") {
            (load.running, load.waiting) == (running, waiting)
        }
    }
}
