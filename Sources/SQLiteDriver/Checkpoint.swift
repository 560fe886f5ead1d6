import CSQLite
import SQL

/// Writes the log back into the database file, and sees to it that the disk has it.
///
/// SQLite flushes the file only when it reaches the end of the log, which beside a busy writer it
/// never does. So the file is flushed here, whatever SQLite did.
enum Checkpoint {
    /// How one ended.
    enum End {
        /// So many pages of the log are in the file, and the disk has them.
        case written(pages: Int32)
        /// Somebody else is writing the log back, or readers were in the way.
        case busy
        /// It was not done, and can be tried again.
        case failed(DatabaseError)
        /// The disk may lack pages that count as written back. No connection may be used further.
        case unflushed(String)
    }

    /// Writes back what can be, in one of SQLite's modes.
    static func run(on handle: OpaquePointer, _ path: String, mode: Int32) -> End {
        do throws(DatabaseError) {
            let end = try CheckpointMark.holding(path, waitMilliseconds: 0) {
                mark throws(DatabaseError) in
                guard !mark.isSet else {
                    return End.unflushed("\(path): a process ended while it wrote the log back")
                }
                return try run(on: handle, path, mode: mode, mark: &mark)
            }
            return end ?? .busy
        } catch {
            return .failed(error)
        }
    }

    /// The same for who holds the mark already.
    static func run(
        on handle: OpaquePointer,
        _ path: String,
        mode: Int32,
        mark: inout CheckpointMark
    ) throws(DatabaseError) -> End {
        try mark.set()
        var pages: Int32 = 0
        var code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, &pages)
        let isBusy = code == SQLITE_BUSY
        if code == SQLITE_OK || isBusy { code = flush(handle) }
        guard code != flushFailed else {
            return .unflushed("\(path): the disk did not flush the file (\(code))")
        }
        mark.clear()
        guard code == SQLITE_OK else {
            return .failed(ResultCode.opening(code, path: path))
        }
        return isBusy ? .busy : .written(pages: pages)
    }

    /// Waits until the disk has what was written into the database file.
    private static func flush(_ handle: OpaquePointer) -> Int32 {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let flush = file?.pointee.pMethods?.pointee.xSync else {
            return flushFailed
        }
        let flags = SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY
        return flush(file, flags) == SQLITE_OK ? SQLITE_OK : flushFailed
    }

    // The C header builds it with a macro that Swift does not import.
    private static let flushFailed = SQLITE_IOERR | 4 << 8
}
