import Kernel
import SQL
import SQLiteDriver
import Synchronization

/// The database on the device: queue, kept answers and copies, each row with the member it is of.
///
/// It is opened by whoever needs it first. Any number of clients and processes may share one
/// folder.
actor LocalStore {
    private nonisolated let time: Timekeeper
    private nonisolated let folder: Mutex<DeviceFolder?>
    private nonisolated let clearings = Atomic<Int>(0)
    private var opening: Joint<SQLiteDatabase>?

    init(_ storage: Configuration.Storage, _ time: Timekeeper) {
        self.time = time
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
        do {
            return try await opened()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PurserError(storage: error, "What this device keeps could not be opened")
        }
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

    /// Closes the database; a temporary one is gone then.
    func close() async {
        let joint = opening
        opening = nil
        let folder = folder.withLock { folder in
            defer { folder = nil }
            return folder
        }
        if let database = try? await joint?.value() { await database.close() }
        // The files of a temporary folder go when nobody writes them any more.
        withExtendedLifetime(folder) {}
    }

    private func opened() async throws -> SQLiteDatabase {
        guard let folder = folder.withLock({ $0 }) else {
            throw PurserError(.storage, "The client was shut down")
        }
        let joint = opening ?? Joint { [time] in try await Self.open(folder, time) }
        opening = joint
        do {
            return try await joint.value()
        } catch {
            // Whoever comes next tries again: the disk may have room by then.
            if !(error is CancellationError), opening === joint { opening = nil }
            throw error
        }
    }

    private static func open(
        _ folder: DeviceFolder,
        _ time: Timekeeper
    ) async throws -> SQLiteDatabase {
        try folder.make()
        let database: SQLiteDatabase
        do {
            database = try SQLiteDatabase(path: folder.file)
        } catch let error as DatabaseError where error.engineCode == noDatabase {
            _ = try folder.moveAside(at: time.now().milliseconds)
            database = try SQLiteDatabase(path: folder.file)
        }
        do {
            try await Migrator(DeviceSchema.migrations).migrate(database, now: time.now())
            // What is removed is overwritten, not merely left out of the tables.
            try await database.write { try $0.script("PRAGMA secure_delete = ON") }
        } catch {
            await database.close()
            throw error
        }
        return database
    }

    /// SQLite's number for a file that is something else (SQLITE_NOTADB).
    private static let noDatabase = "26"
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
