import CSQLite
import Dispatch
import SQL
import Synchronization

/// A thread that writes the log back into the database file beside the writer.
///
/// Nearly all of a checkpoint can be done while writes go on. What they add meanwhile is little,
/// and left to the writer.
final class Checkpointer: Sendable {
    private enum Stage {
        case idle
        case due
        case ended(Checkpoint.End)
        case closed
    }

    private let stage = Mutex(Stage.idle)
    private let alarm = DispatchSemaphore(value: 0)
    private let threads = ThreadGroup("purser.sqlite.checkpoint")

    /// Starts the thread; it opens a connection when it is first needed.
    init(_ path: String, bounds: Bounds, onFailedFlush: @escaping @Sendable (String) -> Void) {
        threads.start { self.serve(path, bounds, onFailedFlush) }
    }

    /// Asks for a checkpoint, unless one is under way.
    func request() {
        let isNew = stage.withLock { stage in
            guard case .idle = stage else { return false }
            stage = .due
            return true
        }
        if isNew { alarm.signal() }
    }

    /// How one ended since this was asked last; `nil` when none did.
    func takeEnd() -> Checkpoint.End? {
        stage.withLock { stage in
            guard case .ended(let end) = stage else { return nil }
            stage = .idle
            return end
        }
    }

    /// Ends the thread, and waits until it has closed its connection.
    func close() {
        stage.withLock { $0 = .closed }
        alarm.signal()
        threads.waitUntilEnded()
    }

    private var isDue: Bool {
        stage.withLock { stage in
            guard case .due = stage else { return false }
            return true
        }
    }

    private func serve(
        _ path: String,
        _ bounds: Bounds,
        _ onFailedFlush: @Sendable (String) -> Void
    ) {
        var opened: Connection?
        alarm.wait()
        while isDue {
            var end: Checkpoint.End
            do throws(DatabaseError) {
                let connection: Connection
                if let opened {
                    connection = opened
                } else {
                    let handle = try Opening.writer(path, bounds)
                    connection = Connection(handle, role: .writer, bounds: bounds)
                    opened = connection
                }
                end = writeBack(connection.handle, path)
            } catch {
                end = .failed(error)
            }
            if case .unflushed(let reason) = end { onFailedFlush(reason) }
            stage.withLock { stage in
                if case .due = stage { stage = .ended(end) }
            }
            alarm.wait()
        }
        opened?.close()
    }

    /// Writes the log back, then what was added meanwhile, until that is little.
    private func writeBack(_ handle: OpaquePointer, _ path: String) -> Checkpoint.End {
        var done: Int32 = 0
        for _ in 0..<Self.mostRounds {
            let end = Checkpoint.run(on: handle, path, mode: SQLITE_CHECKPOINT_PASSIVE)
            guard case .written(let pages) = end, pages - done > Self.fewPages else { return end }
            done = pages
        }
        return .written(pages: done)
    }

    private static let mostRounds = 6
    /// What the writer may as well do.
    private static let fewPages: Int32 = 150
}
