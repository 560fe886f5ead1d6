import Dispatch
import GRDBSQLite
import Synchronization

/// A thread that writes the log back into the database file beside the writer.
///
/// Nearly all of a checkpoint can be done while writes go on. What they add meanwhile is little,
/// and left to the writer.
final class Checkpointer: Sendable {
    /// How a checkpoint ended.
    enum End {
        /// Nearly all of the log is in the file, and the disk has it.
        case written
        /// The disk failed; it is to be tried again later.
        case failed
    }

    private enum Stage: Equatable {
        case idle
        case due
        case ended(End)
        case closed
    }

    private let stage = Mutex(Stage.idle)
    private let alarm = DispatchSemaphore(value: 0)
    private let crew = Crew("purser.sqlite.checkpoint")
    private let lockMilliseconds: Int
    /// Whether the count of what is written back is too high, and could not be taken back yet.
    private let isCountWrong = Atomic(false)

    /// Starts the thread; it opens a connection when it is first needed.
    init(_ path: String, bounds: Bounds) {
        lockMilliseconds = bounds.lockMilliseconds
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

    /// How one ended since this was asked last; `nil` when none did.
    func takeEnd() -> End? {
        stage.withLock { stage in
            guard case .ended(let end) = stage else { return nil }
            stage = .idle
            return end
        }
    }

    /// Begins anew after a checkpoint that has failed: of what it and those before it wrote, the
    /// disk may have nothing.
    func startOver(on handle: OpaquePointer) {
        let file = DatabaseFile(of: handle)
        let isDone = file?.forgetsWrittenBack(withinMilliseconds: lockMilliseconds) ?? false
        isCountWrong.store(!isDone, ordering: .sequentiallyConsistent)
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
            let end = opened.map { writeBack($0.handle) } ?? .failed
            stage.withLock { stage in
                if stage == .due { stage = .ended(end) }
            }
            alarm.wait()
        }
        opened?.close()
    }

    /// Writes the log back, then what was added meanwhile, until that is little.
    private func writeBack(_ handle: OpaquePointer) -> End {
        if isCountWrong.load(ordering: .sequentiallyConsistent) { startOver(on: handle) }
        guard !isCountWrong.load(ordering: .sequentiallyConsistent),
            let file = DatabaseFile(of: handle)
        else { return .failed }
        var done: Int32 = 0
        for _ in 0..<Self.mostRounds {
            let before = done
            let mode = SQLITE_CHECKPOINT_PASSIVE
            let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, &done)
            // Somebody else is at it.
            if code == SQLITE_BUSY { break }
            guard code == SQLITE_OK, file.flushes() else {
                startOver(on: handle)
                return .failed
            }
            if done - before <= Self.fewPages { break }
        }
        return .written
    }

    private static let mostRounds = 6
    /// What the writer may as well do.
    private static let fewPages: Int32 = 150
}
