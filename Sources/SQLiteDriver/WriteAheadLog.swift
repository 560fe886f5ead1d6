import CSQLite

/// The length of the write-ahead log, and its return into the database file.
///
/// By itself SQLite does this inside the COMMIT that crosses a line, and everybody who waits for it
/// waits for that too: measured, one group in a hundred took three times as long.
final class WriteAheadLog {
    /// What of the log's file is kept when it starts over, in bytes.
    static let keptBytes = 2 * Int(checkpointPages) * 4_096

    /// Pages of log after which they are written back.
    private static let checkpointPages: Int32 = 16_000
    /// Pages of log at which readers are waited for, so that it can start over.
    private static let restartPages: Int32 = 60_000
    /// How long they are waited for, in milliseconds.
    private static let restartMilliseconds = 100

    private let connection: Connection
    private let path: String
    private let bounds: Bounds
    private let onFailedFlush: @Sendable (String) -> Void
    private let checkpointer: Checkpointer
    private var pages: Int32 = 0
    private var duePages = checkpointPages

    /// Follows the log of the connection that writes.
    init(
        of connection: Connection,
        path: String,
        bounds: Bounds,
        onFailedFlush: @escaping @Sendable (String) -> Void
    ) {
        self.connection = connection
        self.path = path
        self.bounds = bounds
        self.onFailedFlush = onFailedFlush
        checkpointer = Checkpointer(path, bounds: bounds, onFailedFlush: onFailedFlush)
        sqlite3_wal_hook(
            connection.handle,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                // SAFETY: `close()` removes the hook, and the writer calls it while it has the log.
                Unmanaged<WriteAheadLog>.fromOpaque(context).takeUnretainedValue().note(pages)
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Stops following the log.
    func close() {
        sqlite3_wal_hook(connection.handle, nil, nil)
        checkpointer.close()
    }

    /// Writes the log back when it is long enough.
    ///
    /// A full disk is no failure of any write: the log still holds them, and it is tried again
    /// later.
    func checkpointIfDue() {
        switch checkpointer.takeEnd() {
        case nil: if pages >= duePages { checkpointer.request() }
        case .failed, .unflushed: tryLater()
        case .written, .busy: finish()
        }
    }

    /// Writes back what was added meanwhile; after this the log starts over.
    private func finish() {
        var mode = SQLITE_CHECKPOINT_PASSIVE
        if pages >= Self.restartPages {
            // Readers that overlap without end would let it grow without end.
            mode = SQLITE_CHECKPOINT_RESTART
            connection.waitForLocks(milliseconds: Self.restartMilliseconds)
        }
        defer { connection.waitForLocks(milliseconds: bounds.lockMilliseconds) }
        switch Checkpoint.run(on: connection.handle, path, mode: mode) {
        case .written, .busy: duePages = pages + Self.checkpointPages
        case .failed: tryLater()
        case .unflushed(let reason): onFailedFlush(reason)
        }
    }

    private func tryLater() {
        duePages = pages + Self.checkpointPages
        // What was read from a file that the disk has failed is read again.
        sqlite3_db_release_memory(connection.handle)
    }

    private func note(_ pages: Int32) {
        if pages < self.pages { duePages = Self.checkpointPages }
        self.pages = pages
    }
}
