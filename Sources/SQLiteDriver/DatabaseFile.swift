import GRDBSQLite

/// The file under a connection, as SQLite's own layer for files shows it.
///
/// A checkpoint counts pages as written back before the file was flushed, and flushes only when it
/// reaches the end of the log, which beside a busy writer it never does. So flushing, and what
/// follows when that fails, is done here.
struct DatabaseFile {
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: sqlite3_io_methods

    /// Finds the file of a connection.
    init?(of handle: OpaquePointer) {
        guard let found = Self.under(handle), let methods = found.pointee.pMethods else {
            return nil
        }
        file = found
        self.methods = methods.pointee
    }

    /// The file of a connection as SQLite keeps it.
    static func under(_ handle: OpaquePointer) -> UnsafeMutablePointer<sqlite3_file>? {
        found(of: handle, SQLITE_FCNTL_FILE_POINTER)
    }

    /// The write-ahead log of a connection as SQLite keeps it; a connection opens it with its first
    /// transaction.
    static func log(under handle: OpaquePointer) -> UnsafeMutablePointer<sqlite3_file>? {
        found(of: handle, SQLITE_FCNTL_JOURNAL_POINTER)
    }

    private static func found(
        of handle: OpaquePointer,
        _ which: Int32
    ) -> UnsafeMutablePointer<sqlite3_file>? {
        var found: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", which, &found)
        return found
    }

    /// Waits until the disk has what was written, and tells whether it does.
    func flushes() -> Bool {
        methods.xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY) == SQLITE_OK
    }

    /// Counts nothing of the log as written back: reads find it in the log again, and the next
    /// checkpoint, whoever makes it, begins at the log's first page.
    ///
    /// The system reports a failed flush once, takes the pages for clean and may drop them. A
    /// checkpoint that went on from where it was would be told that all is well, and the log would
    /// start over without them. Where the count lies and which lock guards it is published:
    /// https://www.sqlite.org/walformat.html, section 2.
    ///
    /// - Returns: `false` when it could not be done; no checkpoint may be made before it is.
    func forgetsWrittenBack(withinMilliseconds: Int) -> Bool {
        var patience = withinMilliseconds
        var lock = methods.xShmLock(file, Self.checkpointLock, 1, Self.locks)
        while lock == SQLITE_BUSY, patience > 0 {
            patience -= Int(sqlite3_sleep(1))
            lock = methods.xShmLock(file, Self.checkpointLock, 1, Self.locks)
        }
        guard lock == SQLITE_OK else { return false }
        defer { _ = methods.xShmLock(file, Self.checkpointLock, 1, Self.unlocks) }
        var index: UnsafeMutableRawPointer?
        let code = methods.xShmMap(file, 0, Self.regionBytes, 0, &index)
        guard code == SQLITE_OK, let index else { return false }
        index.storeBytes(of: 0, toByteOffset: Self.writtenBackOffset, as: UInt32.self)
        methods.xShmBarrier(file)
        return true
    }

    private static let checkpointLock: Int32 = 1
    private static let locks = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE
    private static let unlocks = SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE
    private static let regionBytes: Int32 = 32_768
    private static let writtenBackOffset = 96
}
