import Dispatch
import GRDBSQLite
import Synchronization

/// A thread that writes the log back into the database file beside the writer.
///
/// Nearly all of a checkpoint can be done while writes go on. What they add meanwhile is little,
/// and left to the writer.
final class Checkpointer: Sendable {
    private enum Stage {
        case idle
        case due
        case done
        case closed
    }

    private let stage = Mutex(Stage.idle)
    private let alarm = DispatchSemaphore(value: 0)
    private let crew = Crew("purser.sqlite.checkpoint")

    /// Starts the thread; it opens a connection when it is first needed.
    init(_ path: String, bounds: Bounds) {
        crew.start { self.serve(path, bounds) }
    }

    /// Asks for a checkpoint, unless one is under way.
    func request() {
        let isNew = stage.withLock { stage in
            guard stage == .idle else { return false }
            stage = .due
            return true
        }
        if isNew { alarm.signal() }
    }

    /// Whether one was finished since this was asked last.
    func takeDone() -> Bool {
        stage.withLock { stage in
            guard stage == .done else { return false }
            stage = .idle
            return true
        }
    }

    /// Ends the thread, and waits until it has closed its connection.
    func close() {
        stage.withLock { $0 = .closed }
        alarm.signal()
        crew.waitUntilEnded()
    }

    private func serve(_ path: String, _ bounds: Bounds) {
        var opened: Connection?
        alarm.wait()
        while stage.withLock({ $0 == .due }) {
            if opened == nil, let queue = try? Opening.writer(path, bounds) {
                opened = Connection(queue, role: .writer, bounds: bounds)
            }
            if let handle = opened?.handle { Self.writeBack(handle) }
            stage.withLock { stage in
                if stage == .due { stage = .done }
            }
            alarm.wait()
        }
        opened?.close()
    }

    /// Writes the log back, then what was added meanwhile, until that is little.
    private static func writeBack(_ handle: OpaquePointer) {
        var done: Int32 = 0
        for _ in 0..<mostRounds {
            let before = done
            sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, &done)
            if done - before <= fewPages { return }
        }
    }

    private static let mostRounds = 6
    /// What the writer may as well do.
    private static let fewPages: Int32 = 150
}
