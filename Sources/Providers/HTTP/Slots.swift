import DequeModule
import Synchronization

/// Lets a number of calls through at once; the others wait in their order, up to a number too.
final class Slots: Sendable {
    private struct State {
        var free: Int
        var waiting = Deque<CheckedContinuation<Bool, Never>>()
    }

    private let state: Mutex<State>
    private let waitingMost: Int

    /// Makes slots that are all free.
    init(_ count: Int, waitingMost: Int) {
        precondition(count > 0 && waitingMost >= 0, "somebody comes through")
        state = Mutex(State(free: count))
        self.waitingMost = waitingMost
    }

    /// Takes a slot as soon as there is one; who has it gives it back.
    ///
    /// - Returns: `false`, at once, when too many wait already; there is nothing to give back then.
    func take() async -> Bool {
        await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                guard state.waiting.count < waitingMost else { return false }
                state.waiting.append(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Gives a slot back, to whoever waits longest.
    func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            if let next = state.waiting.popFirst() { return next }
            state.free += 1
            return nil
        }
        next?.resume(returning: true)
    }

    /// How many wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }
}
