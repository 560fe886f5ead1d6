import Kernel
import SQL
import SQLiteDriver
import Synchronization

/// The database on the device: queue, kept answers and facts, each row with the member it is of.
///
/// It is opened by whoever needs it first. Any number of clients and processes may share one
/// folder; the clients of one process share one connection.
actor LocalStore {
    private nonisolated let time: Timekeeper
    private nonisolated let folder: Mutex<DeviceFolder?>
    private nonisolated let clearings = Atomic<Int>(0)
    private nonisolated let databases: OpenDatabases
    private var share: OpenDatabases.Share?

    init(
        _ storage: Configuration.Storage,
        _ time: Timekeeper,
        _ databases: OpenDatabases = .ofProcess
    ) {
        self.time = time
        self.databases = databases
        folder = Mutex(DeviceFolder(storage))
    }

    /// How often everything was removed: what somebody began to write before is not written after.
    nonisolated var generation: Int { clearings.load(ordering: .acquiring) }

    /// Whether anything can be kept already; `false` spares those who look opening the database.
    nonisolated var mayHoldSomething: Bool {
        folder.withLock { $0?.holdsDatabase ?? false }
    }

    /// The open, migrated database.
    ///
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    func database() async throws -> any Database {
        try await stored("What this device keeps could not be opened") { try await opened() }
    }

    /// Removes everything that is kept, of all members.
    ///
    /// - Throws: ``PurserError`` `storage`.
    func clear() async throws {
        clearings.add(1, ordering: .acquiringAndReleasing)
        guard let folder = folder.withLock({ $0 }), folder.holdsDatabase else { return }
        do {
            try folder.removeFiles(damagedOnly: true)
            let database: any Database
            do {
                database = try await opened()
            } catch let error as DatabaseError where !error.isRetryable {
                // What cannot be opened cannot be emptied; it must go all the same.
                return try folder.removeFiles(damagedOnly: false)
            }
            try await database.write { session in
                for statement in DeviceSchema.forgetting { try session.run(statement) }
            }
        } catch {
            throw PurserError(storage: error, "What this device keeps could not be removed")
        }
    }

    /// Closes the database, unless other clients use it; a temporary one is gone then.
    func close() async {
        let share = share
        self.share = nil
        folder.withLock { $0 = nil }
        await share?.close()
    }

    private func opened() async throws -> SQLiteDatabase {
        guard let folder = folder.withLock({ $0 }) else {
            throw PurserError(.storage, "The client was shut down")
        }
        let share = try share ?? join(folder)
        self.share = share
        do {
            return try await share.database()
        } catch {
            // Whoever comes next tries again: the disk may have room by then.
            if !(error is CancellationError), self.share === share { self.share = nil }
            throw error
        }
    }

    private func join(_ folder: DeviceFolder) throws -> OpenDatabases.Share {
        try folder.make()
        return try databases.share(folder) { [time] in
            try await Self.open(folder, time)
        }
    }

    private static func open(
        _ folder: DeviceFolder,
        _ time: Timekeeper
    ) async throws -> SQLiteDatabase {
        let database: SQLiteDatabase
        do {
            database = try open(folder.file)
        } catch let error as DatabaseError where error.engineCode == noDatabase {
            _ = try folder.moveAside(at: time.now().milliseconds)
            database = try open(folder.file)
        }
        do {
            let migrator = Migrator(DeviceSchema.migrations)
            // Who finds everything there writes nothing, and waits for nobody who writes.
            let isCurrent = (try? await database.read { try migrator.verify($0) }) != nil
            if !isCurrent { try await migrator.migrate(database, now: time.now()) }
        } catch {
            await database.close()
            throw error
        }
        return database
    }

    /// An app is not ended when its disk fails: the database closes itself and refuses everything
    /// as unavailable until the app is started anew.
    private static func open(_ path: String) throws -> SQLiteDatabase {
        try SQLiteDatabase(path: path, wipesDeleted: true, onFailedFlush: { _ in })
    }

    /// SQLite's number for a file that is something else (SQLITE_NOTADB).
    private static let noDatabase = "26"
}

/// What some work with the database gives.
///
/// - Throws: ``PurserError`` `storage`, with `complaint`; `CancellationError`.
nonisolated(nonsending) func stored<Result>(
    _ complaint: String,
    _ work: () async throws -> Result
) async throws -> Result {
    do {
        return try await work()
    } catch let error as CancellationError {
        throw error
    } catch {
        throw PurserError(storage: error, complaint)
    }
}

extension PurserError {
    /// Takes a failure of the database or of the disk.
    init(storage error: any Error, _ message: String) {
        if let error = error as? PurserError {
            self = error
        } else {
            let code = (error as? DatabaseError)?.code.rawValue
            self.init(.storage, code.map { "\(message) (\($0))" } ?? message)
        }
    }
}
