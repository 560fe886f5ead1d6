import Dispatch
import Foundation
import Synchronization

/// Threads of their own, because a database call blocks and Swift's few threads must not.
final class Crew: Sendable {
    private let name: String
    private let most: Int
    private let count = Mutex(0)
    private let running = DispatchGroup()

    /// Makes a crew of at most so many threads, none of which was started.
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

    /// Puts the calling thread before the process's others, where the system lets it.
    ///
    /// On Linux each thread has a nice value of its own; to lower it takes `CAP_SYS_NICE` or
    /// `LimitNICE`. Without, all is as before. Threads that this one starts, Swift's among them, do
    /// not inherit it. A process that was put before or behind others is left as it is.
    static func comeFirst() {
        #if canImport(Glibc)
        let thread: __priority_which_t = numericCast(PRIO_PROCESS.rawValue)
        var parameters = sched_param()
        guard sched_getscheduler(0) == SCHED_OTHER, getpriority(thread, 0) == 0,
            sched_setscheduler(0, SCHED_OTHER | resetOnFork, &parameters) == 0
        else { return }
        _ = setpriority(thread, 0, -lead)
        #endif
    }

    /// How much earlier: three times the share of the processor where it is scarce.
    static let lead: Int32 = 5

    /// `SCHED_RESET_ON_FORK` of sched(7), which is not imported.
    private static let resetOnFork: Int32 = 0x4000_0000
    private static let stackBytes = 2 * 1_048_576
}
