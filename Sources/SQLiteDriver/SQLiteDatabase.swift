public import SQL

/// A database in one file on this machine.
///
/// Writes that wait together are committed together and answered after the disk has them; reads see
/// one state each and wait for no write. The file is in write-ahead mode, so beside it lie
/// `-wal` and `-shm` while it is open.
public final class SQLiteDatabase: Database {
    /// Where the file lies.
    public let path: String

    private let writes: JobQueue
    private let writer = ThreadGroup("purser.sqlite.writer")
    private let readers: Readers

    /// Opens a file, or makes it when there is none.
    ///
    /// With `wipesDeleted` what is removed is overwritten, not merely left out of the tables.
    ///
    /// `onFailedFlush` is told, on a thread of the database, that the disk did not flush the file.
    /// What is read from it then may be old, so the process should end: whoever opens the file next
    /// restores everything from the log. When it returns, the database closes itself and refuses
    /// everything as `unavailable`.
    ///
    /// - Throws: ``DatabaseError`` `unavailable` when the path cannot be opened, `corrupt` when the
    ///   file is no database, `io` or `full` when the disk does not take what the log still holds,
    ///   `conflict` when the log must be restored and another process has the file open.
    public convenience init(
        path: String,
        wipesDeleted: Bool = false,
        onFailedFlush: @escaping @Sendable (String) -> Void = endProcess
    ) throws {
        try self.init(
            path: path,
            bounds: Bounds(),
            wipesDeleted: wipesDeleted,
            onFailedFlush: onFailedFlush
        )
    }

    init(
        path: String,
        bounds: Bounds,
        wipesDeleted: Bool = false,
        onFailedFlush: @escaping @Sendable (String) -> Void = endProcess
    ) throws {
        self.path = path
        let writes = JobQueue(bounds)
        self.writes = writes
        let readers = Readers(path, bounds: bounds)
        self.readers = readers
        let opened = try Opening.first(path, bounds, wipesDeleted: wipesDeleted)
        nonisolated(unsafe) let handle = opened  // SAFETY: the thread that writes takes it over.
        writer.start {
            let connection = Connection(handle, role: .writer, bounds: bounds)
            var writer = Writer(writes, on: connection, path: path, bounds: bounds) { reason in
                onFailedFlush(reason)
                let error = DatabaseError(.unavailable, reason)
                writes.close(refusing: error)
                readers.close(refusing: error)
            }
            writer.serve()
            // The last connection to go empties and removes the log, and a reader cannot.
            readers.waitUntilEnded()
            Self.close(connection, path, bounds)
        }
    }

    /// Closes the connection that writes; the log is left as it is when the disk may lack what
    /// counts as written back, or when another process keeps writing it back.
    static func close(_ connection: Connection, _ path: String, _ bounds: Bounds) {
        let timeoutMilliseconds = bounds.lockMilliseconds
        let isClosed = try? CheckpointMark.holding(path, waitMilliseconds: timeoutMilliseconds) {
            mark in
            if !mark.isSet { connection.close(isCheckpointing: true) }
            return !mark.isSet
        }
        if isClosed != true { connection.close() }
    }

    deinit {
        readers.close()
        writes.close()
    }

    /// How many writes wait for the writer.
    var waitingWrites: Int { writes.count }

    /// SQLite.
    public var dialect: Dialect { .sqlite }

    /// Runs reads that all see one state, on a connection that cannot write.
    ///
    /// - Throws: ``DatabaseError``, and what `work` throws.
    public func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await readers.perform(work)
    }

    /// Runs a transaction, committed together with those that wait beside it.
    ///
    /// - Throws: ``DatabaseError``, and what `work` throws.
    public func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await writes.perform(work)
    }

    /// Runs a transaction that shares its commit with no other and may take its time.
    ///
    /// - Throws: ``DatabaseError``, and what `work` throws.
    public func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await writes.perform(isAlone: true, work)
    }

    /// Finishes what was accepted, writes the log back into the file and closes every connection.
    public func close() async {
        readers.close()
        writes.close()
        await writer.ended()
    }
}
