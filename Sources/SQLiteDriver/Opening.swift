import Dispatch
import Foundation
import GRDBSQLite
import SQL

import struct GRDB.Configuration
import struct GRDB.DatabaseError
import class GRDB.DatabaseQueue

/// Opens connections, all set up alike.
///
/// GRDB opens, owns and closes them; what runs in between goes to SQLite directly.
enum Opening {
    /// Opens the connection that writes; makes the file when there is none.
    static func writer(
        _ path: String,
        _ bounds: Bounds,
        wipesDeleted: Bool = false
    ) throws(SQL.DatabaseError) -> DatabaseQueue {
        try create(path)
        // Only with FULL is the log on the disk, and not merely written, when COMMIT returns.
        let settings = """
            PRAGMA synchronous = FULL;
            PRAGMA cache_size = -16384;
            PRAGMA journal_size_limit = \(WriteAheadLog.keptBytes);
            """
        // Left as it was built otherwise: some systems build SQLite so that it always overwrites.
        let wiping = wipesDeleted ? "PRAGMA secure_delete = ON;" : ""
        let queue = try open(path, bounds, isReader: false, settings + wiping)
        queue.inDatabase { database in
            guard let handle = database.sqliteConnection else { return }
            sqlite3_busy_timeout(handle, Int32(bounds.lockMilliseconds))
        }
        return queue
    }

    /// Turns write-ahead mode on, which the file remembers.
    ///
    /// That needs the file for itself, and SQLite does not wait for it: of those who open a new
    /// file at the same moment one would be refused at once.
    private static func startLog(
        on handle: OpaquePointer,
        path: String,
        _ bounds: Bounds
    ) throws(SQL.DatabaseError) {
        let latest = DispatchTime.now() + .milliseconds(bounds.exclusiveLockMilliseconds)
        while true {
            do throws(SQL.DatabaseError) {
                return try execute("PRAGMA journal_mode = WAL", on: handle, path: path)
            } catch {
                guard error.code == .conflict, .now() < latest else { throw error }
                sqlite3_sleep(1)
            }
        }
    }

    /// Brings into the file what the log holds, before anything is added to it.
    ///
    /// A process that was killed after the disk had refused a flush leaves a log that the system
    /// still shows and the disk may not have. Whatever is added to it would be lost with it when
    /// the power fails; once the file holds it, the next write starts the log over.
    static func settleLog(of queue: DatabaseQueue, _ path: String) throws(SQL.DatabaseError) {
        guard let handle = queue.inDatabase({ $0.sqliteConnection }) else { return }
        try execute("PRAGMA wal_checkpoint(PASSIVE)", on: handle, path: path)
    }

    /// Opens a connection that only reads.
    static func reader(_ path: String, _ bounds: Bounds) throws(SQL.DatabaseError) -> DatabaseQueue
    {
        try open(path, bounds, isReader: true, "PRAGMA cache_size = -2048;")
    }

    /// Runs statements that are known to be right on a connection that is being set up.
    static func execute(
        _ sql: String,
        on handle: OpaquePointer,
        path: String
    ) throws(SQL.DatabaseError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw ResultCode.opening(code, String(cString: sqlite3_errmsg(handle)), path: path)
        }
    }

    /// Temporary data stays in memory: a household's rows do not belong in a temporary directory.
    private static let settings = """
        PRAGMA cell_size_check = ON;
        PRAGMA mmap_size = 0;
        PRAGMA temp_store = MEMORY;
        PRAGMA trusted_schema = OFF;
        """

    private static func open(
        _ path: String,
        _ bounds: Bounds,
        isReader: Bool,
        _ more: String
    ) throws(SQL.DatabaseError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = isReader
        configuration.foreignKeysEnabled = true
        // Others may be opening a new file just now, each of whom changes it.
        let patience = isReader ? bounds.lockMilliseconds : bounds.exclusiveLockMilliseconds
        configuration.busyMode = .timeout(Double(patience) / 1_000)
        // A transaction that could not be rolled back is met by the next one, not by a crash.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            guard let handle = database.sqliteConnection else { return }
            try execute(settings, on: handle, path: path)
            if !isReader { try startLog(on: handle, path: path, bounds) }
            try execute(more, on: handle, path: path)
        }
        return try translating(path) {
            try DatabaseQueue(path: path, configuration: configuration)
        }
    }

    /// Runs what GRDB does for us, and makes its errors ours.
    static func translating<R>(
        _ path: String,
        _ work: () throws -> R
    ) throws(SQL.DatabaseError) -> R {
        do {
            return try work()
        } catch let error as SQL.DatabaseError {
            throw error
        } catch let error as GRDB.DatabaseError {
            let code = error.extendedResultCode.rawValue
            throw ResultCode.opening(code, error.message ?? "unknown trouble", path: path)
        } catch {
            throw ResultCode.opening(SQLITE_ERROR, "unknown trouble", path: path)
        }
    }

    /// Makes an empty file for its owner's eyes only; SQLite gives its log the same mode.
    ///
    /// - Returns: `false` when there is a file already.
    @discardableResult
    static func create(_ path: String) throws(SQL.DatabaseError) -> Bool {
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
