import Foundation
import Synchronization

/// Lets writes pass side by side, and now and then one alone.
///
/// Those that came while it was closed all pass before it is closed again, so that neither kind can
/// keep the other out.
final class Gate: Sendable {
    private struct State {
        var inside = 0
        var isClosed = false
        var waiting: [DispatchSemaphore] = []
        var emptied: DispatchSemaphore?
    }

    private let state = Mutex(State())

    /// Runs `work` beside others, or alone; at most one thread may ask for the latter at a time.
    func pass<R>(alone: Bool, _ work: () -> R) -> R {
        if alone { close() } else { enter() }
        defer { if alone { open() } else { leave() } }
        return work()
    }

    private func enter() {
        let wait = state.withLock { state -> DispatchSemaphore? in
            guard state.isClosed else {
                state.inside += 1
                return nil
            }
            let wait = DispatchSemaphore(value: 0)
            state.waiting.append(wait)
            return wait
        }
        wait?.wait()
    }

    private func leave() {
        state.withLock { state in
            state.inside -= 1
            if state.inside == 0 { state.emptied?.signal() }
        }
    }

    /// Waits for those inside, but not for long: a slow one must not hold up all the others.
    private func close() {
        let emptied = DispatchSemaphore(value: 0)
        let isEmpty = state.withLock { state in
            state.isClosed = true
            state.emptied = emptied
            return state.inside == 0
        }
        if !isEmpty { _ = emptied.wait(timeout: .now() + .milliseconds(50)) }
    }

    private func open() {
        state.withLock { state in
            state.isClosed = false
            state.emptied = nil
            state.inside += state.waiting.count
            state.waiting.forEach { $0.signal() }
            state.waiting = []
        }
    }
}
