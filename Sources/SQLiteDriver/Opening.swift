import CSQLite
import Dispatch
import Foundation
import SQL

/// Opens connections, all set up alike, each for one thread at a time.
enum Opening {
    /// Opens the connection that writes, as the first of a database; makes the file when there is
    /// none.
    ///
    /// What the log holds is brought into the file before anything is added to it. A process that
    /// was killed after the disk had refused a flush leaves a log that the system still shows and
    /// the disk may not have. Whatever is added to it would be lost with it when the power fails;
    /// once the file holds it, the next write starts the log over.
    static func first(
        _ path: String,
        _ bounds: Bounds,
        wipesDeleted: Bool
    ) throws(DatabaseError) -> OpaquePointer {
        let timeoutMilliseconds = bounds.exclusiveLockMilliseconds
        let opened = try CheckpointMark.holding(path, waitMilliseconds: timeoutMilliseconds) {
            mark throws(DatabaseError) in
            if mark.isSet {
                try recover(path, bounds)
                mark.clear()
            }
            let handle = try writer(path, bounds, wipesDeleted: wipesDeleted)
            do throws(DatabaseError) {
                let mode = SQLITE_CHECKPOINT_PASSIVE
                switch try Checkpoint.run(on: handle, path, mode: mode, mark: &mark) {
                case .written, .busy: return handle
                case .failed(let error): throw error
                case .unflushed: throw ResultCode.opening(SQLITE_IOERR, path: path)
                }
            } catch {
                sqlite3_close(handle)
                throw error
            }
        }
        guard let opened else {
            throw DatabaseError(.conflict, "\(path): another process writes its log back")
        }
        return opened
    }

    /// Opens a connection that writes; makes the file when there is none.
    static func writer(
        _ path: String,
        _ bounds: Bounds,
        wipesDeleted: Bool = false
    ) throws(DatabaseError) -> OpaquePointer {
        try create(path)
        // Left as it was built otherwise: some systems build SQLite so that it always overwrites.
        let wiping = wipesDeleted ? "PRAGMA secure_delete = ON;" : ""
        // Only with FULL is the log on the disk, and not merely written, when COMMIT returns.
        let more = """
            PRAGMA synchronous = FULL;
            PRAGMA cache_size = -16384;
            PRAGMA journal_size_limit = \(WriteAheadLog.keptBytes);
            PRAGMA wal_autocheckpoint = 0;
            \(wiping)
            """
        return try open(path, SQLITE_OPEN_READWRITE) { handle throws(DatabaseError) in
            // Others may be opening a new file just now, each of whom changes it.
            sqlite3_busy_timeout(handle, Int32(bounds.exclusiveLockMilliseconds))
            try execute(settings, on: handle, path: path)
            try untilAlone(bounds) { () throws(DatabaseError) in
                try execute("PRAGMA journal_mode = WAL", on: handle, path: path)
            }
            try execute(more, on: handle, path: path)
            sqlite3_busy_timeout(handle, Int32(bounds.lockMilliseconds))
        }
    }

    /// Opens a connection that only reads.
    static func reader(_ path: String, _ bounds: Bounds) throws(DatabaseError) -> OpaquePointer {
        try open(path, SQLITE_OPEN_READONLY) { handle throws(DatabaseError) in
            sqlite3_busy_timeout(handle, Int32(bounds.lockMilliseconds))
            try execute(settings + "PRAGMA cache_size = -2048;", on: handle, path: path)
        }
    }

    /// Writes the whole log back, whatever the index says of it.
    ///
    /// In exclusive mode SQLite uses no index of others: it reads the log from its first page, and
    /// needs the database for itself.
    private static func recover(_ path: String, _ bounds: Bounds) throws(DatabaseError) {
        try create(path)
        let handle = try open(path, SQLITE_OPEN_READWRITE) { handle throws(DatabaseError) in
            do throws(DatabaseError) {
                try untilAlone(bounds) { () throws(DatabaseError) in
                    try execute(Self.exclusively, on: handle, path: path)
                }
            } catch {
                guard error.code == .conflict else { throw error }
                let reason = """
                    \(path): a process ended while it wrote the log back, and another still has \
                    the database open; stop that one, then start again
                    """
                throw DatabaseError(.conflict, reason, engineCode: error.engineCode)
            }
        }
        defer { sqlite3_close(handle) }
        let mode = SQLITE_CHECKPOINT_TRUNCATE
        let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
        guard code == SQLITE_OK else { throw ResultCode.opening(code, path: path) }
    }

    private static let exclusively = """
        PRAGMA locking_mode = EXCLUSIVE;
        SELECT 1 FROM sqlite_master LIMIT 1;
        PRAGMA synchronous = FULL;
        """

    /// Tries again while others have the database, where SQLite does not wait by itself.
    private static func untilAlone(
        _ bounds: Bounds,
        _ work: () throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let latest = DispatchTime.now() + .milliseconds(bounds.exclusiveLockMilliseconds)
        while true {
            do throws(DatabaseError) {
                return try work()
            } catch {
                guard error.code == .conflict, .now() < latest else { throw error }
                sqlite3_sleep(1)
            }
        }
    }

    /// Runs statements that are known to be right on a connection that is being set up.
    static func execute(
        _ sql: String,
        on handle: OpaquePointer,
        path: String
    ) throws(DatabaseError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw ResultCode.opening(code, String(cString: sqlite3_errmsg(handle)), path: path)
        }
    }

    /// Temporary data stays in memory: a household's rows do not belong in a temporary directory.
    private static let settings = """
        PRAGMA foreign_keys = ON;
        PRAGMA cell_size_check = ON;
        PRAGMA mmap_size = 0;
        PRAGMA temp_store = MEMORY;
        PRAGMA trusted_schema = OFF;
        """

    /// Opens a connection and sets it up; it is closed again when that fails.
    static func open(
        _ path: String,
        _ flags: Int32,
        _ setUp: (OpaquePointer) throws(DatabaseError) -> Void
    ) throws(DatabaseError) -> OpaquePointer {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle = opened else {
            sqlite3_close(opened)
            throw ResultCode.opening(code, path: path)
        }
        do throws(DatabaseError) {
            sqlite3_extended_result_codes(handle, 1)
            purser_sqlite_without_double_quoted_strings(handle)
            purser_sqlite_checkpoint_on_close(handle, 0)
            try setUp(handle)
            // A file that is no database says so here, and not in somebody's first statement.
            try execute("SELECT 1 FROM sqlite_master LIMIT 1", on: handle, path: path)
            return handle
        } catch {
            sqlite3_close(handle)
            throw error
        }
    }

    /// Makes an empty file for its owner's eyes only; SQLite gives its log the same mode.
    ///
    /// - Returns: `false` when there is a file already.
    @discardableResult
    static func create(_ path: String) throws(DatabaseError) -> Bool {
        let file = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if file >= 0 {
            Foundation.close(file)
            return true
        }
        guard errno == EEXIST else {
            throw ResultCode.opening(SQLITE_CANTOPEN, String(cString: strerror(errno)), path: path)
        }
        return false
    }
}
