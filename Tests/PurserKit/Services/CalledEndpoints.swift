import PurserKit
import Synchronization

/// Notes which endpoints were called, and how each try ended.
final class CalledEndpoints: CallObserver {
    private let ends = Mutex<[String: Set<Int>]>([:])
    private let last = Mutex<String?>(nil)

    /// The endpoint that was called last.
    var latest: String? { last.withLock { $0 } }

    /// The endpoints that answered success at least once.
    var succeeded: Set<String> {
        ends.withLock { ends in Set(ends.filter { $0.value.contains { $0 < 300 } }.keys) }
    }

    /// The endpoints that never did.
    var refused: Set<String> {
        ends.withLock { ends in Set(ends.filter { !$0.value.contains { $0 < 300 } }.keys) }
    }

    func began(_ attempt: CallAttempt) {}

    func ended(_ attempt: CallAttempt, _ outcome: CallOutcome) {
        last.withLock { $0 = attempt.endpoint }
        ends.withLock { _ = $0[attempt.endpoint, default: []].insert(outcome.status ?? 0) }
    }
}
