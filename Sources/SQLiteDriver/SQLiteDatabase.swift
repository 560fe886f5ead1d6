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
    private let writer = Crew("purser.sqlite.writer")
    private let readers: Readers

    /// Opens a file, or makes it when there is none.
    ///
    /// With `wipesDeleted` what is removed is overwritten, not merely left out of the tables.
    ///
    /// - Throws: ``DatabaseError`` `unavailable` when the path cannot be opened, `corrupt` when the
    ///   file is no database, `io` or `full` when the disk does not take what the log still holds.
    public convenience init(path: String, wipesDeleted: Bool = false) throws {
        try self.init(path: path, bounds: Bounds(), wipesDeleted: wipesDeleted)
    }

    init(path: String, bounds: Bounds, wipesDeleted: Bool = false) throws {
        self.path = path
        let writes = JobQueue(bounds)
        self.writes = writes
        let readers = Readers(path, bounds: bounds)
        self.readers = readers
        let queue = try Opening.writer(path, bounds, wipesDeleted: wipesDeleted)
        try Opening.settleLog(of: queue, path)
        writer.start {
            let connection = Connection(queue, role: .writer, bounds: bounds)
            var writer = Writer(writes, on: connection, path: path, bounds: bounds)
            // Everybody waits for this thread, and it for nobody.
            Crew.comeFirst()
            writer.serve()
            // The last connection to go empties and removes the log, and a reader cannot.
            readers.waitUntilEnded()
            connection.close()
        }
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
