import CSQLite
import Dispatch
import Kernel

/// Stops a statement that runs longer than it may.
///
/// SQLite asks every few thousand of its own steps. The clock is first read when it asks, so the
/// many statements that end before that pay nothing.
final class StatementClock {
    /// Whether statements are stopped at all; a migration may take its time.
    var isRunning = true

    private let limitNanoseconds: UInt64
    private var deadline: UInt64?

    /// Makes a clock that lets statements run for that long.
    init(limitMilliseconds: Int) {
        limitNanoseconds = UInt64(limitMilliseconds) * 1_000_000
    }

    /// Lets SQLite ask this clock; the connection must not outlive it.
    func watch(_ connection: OpaquePointer) {
        sqlite3_progress_handler(
            connection,
            Self.stepsBetweenLooks,
            { context in
                guard let context else { return 0 }
                let clock = Unmanaged<StatementClock>.fromOpaque(context).takeUnretainedValue()
                return clock.isOver() ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Begins to count for a statement.
    ///
    /// - Returns: What to hand to ``resume(_:)`` when it ends: a statement may run inside another.
    func start() -> UInt64? {
        defer { deadline = nil }
        return deadline
    }

    /// Goes on counting for the statement around the one that ended.
    func resume(_ outer: UInt64?) { deadline = outer }

    private func isOver() -> Bool {
        guard isRunning else { return false }
        let now = DispatchTime.now().uptimeNanoseconds
        guard let deadline else {
            deadline = now + limitNanoseconds
            return false
        }
        return now > deadline
    }

    private static let stepsBetweenLooks: Int32 = 4_000
}
