import Dispatch
import GRDBSQLite

/// Lets a connection write its database file a little at a time, each part flushed by itself.
///
/// A checkpoint hands the system thousands of pages in a moment and has them flushed together; the
/// commits made meanwhile wait behind them for the disk. Measured, half of them took three times as
/// long and one in ten eight times; a part at a time, with rests between, they hardly do.
final class WritePace {
    /// Pages that are written and flushed together.
    static let partPages = 64

    private let hurries: () -> Bool
    private let rest: (_ nanoseconds: UInt64) -> Void
    private var rests = true
    private var pages = 0
    private var since = DispatchTime.now()
    private var front: FileFront?

    /// Stands in front of a connection's file; only the thread that uses the connection may.
    ///
    /// After each part `rest` is called with the time it took. While `hurries` holds there are no
    /// parts: all of it is left to whoever flushes at the end.
    init?(
        of handle: OpaquePointer,
        hurries: @escaping () -> Bool,
        rest: @escaping (_ nanoseconds: UInt64) -> Void
    ) {
        self.hurries = hurries
        self.rest = rest
        guard let front = FileFront(of: DatabaseFile.under(handle), for: self) else { return nil }
        self.front = front
        front.begin { methods in
            methods.xWrite = { file, bytes, count, offset in
                FileFront.owner(of: file, as: WritePace.self)?
                    .write(bytes, count, at: offset) ?? SQLITE_MISUSE
            }
        }
    }

    /// Begins a round of writing, with rests or without.
    func begin(rests: Bool) {
        self.rests = rests
        pages = 0
        since = .now()
    }

    /// Leaves the file to its own functions again; must be called before the file is closed and
    /// before the pace is let go.
    func end() {
        front?.end()
        front = nil
    }

    private func write(_ bytes: UnsafeRawPointer?, _ count: Int32, at offset: Int64) -> Int32 {
        guard let front else { return SQLITE_MISUSE }
        let code = front.write(bytes, count, at: offset)
        guard code == SQLITE_OK else { return code }
        pages += 1
        guard pages >= Self.partPages, !hurries() else { return SQLITE_OK }
        let flushed = front.sync(SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY)
        guard flushed == SQLITE_OK else { return flushed }
        if rests { rest(DispatchTime.now().uptimeNanoseconds - since.uptimeNanoseconds) }
        begin(rests: rests)
        return SQLITE_OK
    }
}
