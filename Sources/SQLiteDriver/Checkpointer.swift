import Dispatch
import Foundation
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
    /// Whether the log is wanted back as fast as it can be.
    private let hurries = Atomic(false)

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
        guard isNew else { return }
        hurries.store(false, ordering: .relaxed)
        alarm.signal()
    }

    /// Asks the one under way to keep no pace: the log grows faster than it is written back.
    func hurry() { hurries.store(true, ordering: .relaxed) }

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
        hurry()
        stage.withLock { $0 = .closed }
        alarm.signal()
        crew.waitUntilEnded()
    }

    private func serve(_ path: String, _ bounds: Bounds) {
        var opened: Connection?
        var pace: WritePace?
        alarm.wait()
        while stage.withLock({ $0 == .due }) {
            if opened == nil, let queue = try? Opening.writer(path, bounds) {
                let connection = Connection(queue, role: .writer, bounds: bounds)
                pace = WritePace(of: connection.handle, hurries: isHurried, rest: Self.rest)
                opened = connection
            }
            let end = opened.map { writeBack($0.handle, pace) } ?? .failed
            stage.withLock { stage in
                if stage == .due { stage = .ended(end) }
            }
            alarm.wait()
        }
        pace?.end()
        opened?.close()
    }

    private func isHurried() -> Bool { hurries.load(ordering: .relaxed) }

    /// Leaves the disk and the processor to the writer for up to three quarters of the time.
    private static func rest(after nanoseconds: UInt64) {
        usleep(UInt32(min(3 * nanoseconds / 1_000, longestRestMicroseconds)))
    }

    /// Writes the log back, then what was added meanwhile, until that is little.
    private func writeBack(_ handle: OpaquePointer, _ pace: WritePace?) -> End {
        if isCountWrong.load(ordering: .sequentiallyConsistent) { startOver(on: handle) }
        guard !isCountWrong.load(ordering: .sequentiallyConsistent),
            let file = DatabaseFile(of: handle)
        else { return .failed }
        var done: Int32 = 0
        for round in 0..<Self.mostRounds {
            let before = done
            // What is added meanwhile shares few pages, and rests would make it more.
            pace?.begin(rests: round == 0)
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
    private static let longestRestMicroseconds: UInt64 = 20_000
}
