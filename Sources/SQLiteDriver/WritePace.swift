import Dispatch
import GRDBSQLite

/// Lets a connection write its database file a little at a time, each part flushed by itself.
///
/// A checkpoint hands the system thousands of pages in a moment and has them flushed together; the
/// commits made meanwhile wait behind them for the disk. Measured, half of them took three times as
/// long and one in ten eight times; a part at a time, with rests between, they hardly do.
///
/// SQLite has no setting for it. What a file does is a table of functions, published for those who
/// bring files of their own: https://www.sqlite.org/c3ref/io_methods.html. This one stands in front
/// of the file's own and changes how it writes.
final class WritePace {
    /// What SQLite sees of it is the table alone, which therefore comes first.
    private struct Paced {
        var methods: sqlite3_io_methods
        let pace: Unmanaged<WritePace>
    }

    /// Pages that are written and flushed together.
    static let partPages = 64
    /// The functions that `sqlite3_io_methods` has here.
    private static let knownVersion: Int32 = 3

    private let file: UnsafeMutablePointer<sqlite3_file>
    private let own: UnsafePointer<sqlite3_io_methods>
    private let paced = UnsafeMutablePointer<Paced>.allocate(capacity: 1)
    private let hurries: () -> Bool
    private let rest: (_ nanoseconds: UInt64) -> Void
    private var rests = true
    private var pages = 0
    private var since = DispatchTime.now()

    /// Stands in front of a connection's file; only the thread that uses the connection may.
    ///
    /// After each part `rest` is called with the time it took. While `hurries` holds there are no
    /// parts: all of it is left to whoever flushes at the end.
    init?(
        of handle: OpaquePointer,
        hurries: @escaping () -> Bool,
        rest: @escaping (_ nanoseconds: UInt64) -> Void
    ) {
        guard let file = DatabaseFile.under(handle), let own = file.pointee.pMethods else {
            return nil
        }
        self.file = file
        self.own = own
        self.hurries = hurries
        self.rest = rest
        var methods = own.pointee
        // A newer SQLite may have a longer table, of which this is the beginning.
        methods.iVersion = min(methods.iVersion, Self.knownVersion)
        methods.xWrite = { file, bytes, count, offset in
            guard let file, let table = UnsafeRawPointer(file.pointee.pMethods) else {
                return SQLITE_MISUSE
            }
            // SAFETY: The table is `paced` for as long as the file has this function, and `end()`
            // takes both away while the pace is there.
            let pace = table.assumingMemoryBound(to: Paced.self).pointee.pace
            return pace.takeUnretainedValue().write(bytes, count, at: offset)
        }
        paced.initialize(to: Paced(methods: methods, pace: .passUnretained(self)))
        let table = UnsafeRawPointer(paced).assumingMemoryBound(to: sqlite3_io_methods.self)
        file.pointee.pMethods = table
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
        file.pointee.pMethods = own
    }

    deinit {
        paced.deinitialize(count: 1)
        paced.deallocate()
    }

    private func write(_ bytes: UnsafeRawPointer?, _ count: Int32, at offset: Int64) -> Int32 {
        let code = own.pointee.xWrite(file, bytes, count, offset)
        guard code == SQLITE_OK else { return code }
        pages += 1
        guard pages >= Self.partPages, !hurries() else { return SQLITE_OK }
        let flushed = own.pointee.xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY)
        guard flushed == SQLITE_OK else { return flushed }
        if rests { rest(DispatchTime.now().uptimeNanoseconds - since.uptimeNanoseconds) }
        begin(rests: rests)
        return SQLITE_OK
    }
}
