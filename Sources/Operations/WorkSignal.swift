import Synchronization

/// Wakes who does work that waits in the database, once this process has committed some.
///
/// A wake says that it is worth looking, no more: what waits is in the database, and other
/// processes look from time to time.
public final class WorkSignal: Sendable {
    private struct State {
        var isRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Makes a signal that nobody waits for.
    init() {}

    /// Wakes who waits, or who will wait next.
    func wake() {
        let waiter = state.withLock { state in
            let waiter = state.waiter
            state.waiter = nil
            state.isRung = waiter == nil
            return waiter
        }
        waiter?.resume()
    }

    /// Waits for a wake, or until the task is cancelled; one task at a time may wait.
    public func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isRung = state.withLock { state in
                    precondition(state.waiter == nil, "one task does what waits")
                    let isRung = state.isRung || Task.isCancelled
                    state.isRung = false
                    if !isRung { state.waiter = continuation }
                    return isRung
                }
                if isRung { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
    }
}
