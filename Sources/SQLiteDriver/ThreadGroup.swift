import Dispatch
import Foundation
import Synchronization

/// Threads of their own, because a database call blocks and Swift's few threads must not.
final class ThreadGroup: Sendable {
    private let name: String
    private let most: Int
    private let count = Mutex(0)
    private let running = DispatchGroup()

    /// Makes a group of at most so many threads, none of which was started.
    init(_ name: String, atMost most: Int = 1) {
        self.name = name
        self.most = most
    }

    /// Starts one more thread, unless there are as many as there may be.
    func start(_ body: @escaping @Sendable () -> Void) {
        let starts = count.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
        guard starts else { return }
        running.enter()
        let thread = Thread {
            body()
            self.count.withLock { $0 -= 1 }
            self.running.leave()
        }
        thread.name = name
        thread.stackSize = Self.stackBytes
        thread.start()
    }

    /// Waits until every thread has ended.
    func ended() async {
        await withCheckedContinuation { caller in
            running.notify(queue: .global()) { caller.resume() }
        }
    }

    /// The same for a thread that may block.
    func waitUntilEnded() { running.wait() }

    private static let stackBytes = 2 * 1_048_576
}
