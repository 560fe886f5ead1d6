import Foundation
import Synchronization

/// Threads of their own, because a database call blocks and Swift's few threads must not.
final class Crew: Sendable {
    private struct State {
        var threads = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let name: String
    private let most: Int
    private let state = Mutex(State())

    /// Makes a crew of at most so many threads, none of which was started.
    init(_ name: String, atMost most: Int) {
        self.name = name
        self.most = most
    }

    /// Starts one more thread, unless there are as many as there may be.
    func start(_ body: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            guard state.threads < most else { return false }
            state.threads += 1
            return true
        }
        guard starts else { return }
        let thread = Thread {
            body()
            self.leave()
        }
        thread.name = name
        thread.stackSize = Self.stackBytes
        thread.start()
    }

    /// Waits until every thread has ended.
    func ended() async {
        await withCheckedContinuation { caller in
            let isOver = state.withLock { state in
                guard state.threads > 0 else { return true }
                state.waiting.append(caller)
                return false
            }
            if isOver { caller.resume() }
        }
    }

    private func leave() {
        let waiting = state.withLock { state in
            state.threads -= 1
            guard state.threads == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for caller in waiting { caller.resume() }
    }

    private static let stackBytes = 2 * 1_048_576
}
