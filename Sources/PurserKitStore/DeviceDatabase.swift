import Foundation
import GRDB
import PurserKit
import Synchronization

/// The database on the device: queue, kept answers, facts and copies.
///
/// Each row has the member it is of. An app and its extensions may share the file.
///
/// It is opened when somebody needs it, as GRDB's guide "Sharing a Database" asks for: a pool in
/// WAL mode, a wait for other processes, and no lock held while the app is suspended.
final class DeviceDatabase: DeviceStore {
    private enum State {
        case closed
        case open(OpenDatabases.Share)
        case over
    }

    let time: Timekeeper
    /// How many records a page of a sync has.
    let pageSize: Int64
    /// A UUID that was never made before.
    let newID: @Sendable () -> String
    /// The syncs of this client, one after the other.
    let turns = Turns()
    private let folder: DeviceFolder
    private let databases: OpenDatabases
    private let state = Mutex(State.closed)
    private let clearings = Atomic<Int>(0)
    /// What could not be removed: all rows, but for those of a member.
    private let owed = Mutex<Leftover?>(nil)
    /// SQLite's number for what other processes had written when observers were last told of it.
    private let told = Mutex<Int64?>(nil)

    static let randomID: @Sendable () -> String = { UUID().uuidString.lowercased() }

    private struct Leftover {
        let owner: String?
    }

    init(
        _ folder: DeviceFolder,
        _ time: Timekeeper,
        pageSize: Int64 = 500,
        newID: @escaping @Sendable () -> String = randomID,
        databases: OpenDatabases = .ofProcess
    ) {
        self.folder = folder
        self.time = time
        self.pageSize = pageSize
        self.newID = newID
        self.databases = databases
    }

    var generation: Int { clearings.load(ordering: .acquiring) }

    var mayHoldSomething: Bool {
        if case .over = state.withLock({ $0 }) { return false }
        return folder.holdsDatabase
    }

    func read<R: Sendable>(
        _ work: @escaping @Sendable (any DeviceTables) throws -> R
    ) async throws -> R {
        try await reading { try work(Tables(database: $0)) }
    }

    func write<R: Sendable>(
        _ work: @escaping @Sendable (any DeviceTables) throws -> R
    ) async throws -> R {
        try await writing { try work(Tables(database: $0)) }
    }

    /// Reads with the database itself.
    ///
    /// - Throws: ``PurserError`` `storage`; what `work` throws; `CancellationError`.
    func reading<R: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> R
    ) async throws -> R {
        try await stored { try await share().pool.read(work) }
    }

    /// Writes with the database itself.
    ///
    /// - Throws: ``PurserError`` `storage`; what `work` throws.
    func writing<R: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> R
    ) async throws -> R {
        try await stored {
            let pool = try share().pool
            try await payOff(in: pool)
            // GRDB takes back what a cancelled task writes.
            return try await Task { try await pool.write(work) }.value
        }
    }

    /// Writes, unless everything was removed since a ``generation``.
    ///
    /// - Throws: As ``writing(_:)``; ``PurserError`` `unauthorized` when it was.
    func writing<R: Sendable>(
        asOf generation: Int,
        _ work: @escaping @Sendable (Database) throws -> R
    ) async throws -> R {
        try await writing { [self] database in
            guard generation == self.generation else {
                throw PurserError(.unauthorized, "The member has signed out")
            }
            return try work(database)
        }
    }

    /// Tells those who observe a table that it may have changed, where another process has written
    /// since this was called last.
    ///
    /// - Throws: As ``writing(_:)``.
    func tellOfOtherProcesses(in table: String) async throws {
        // The pool writes through one connection, and that is the one that does not count here.
        let version = try await stored {
            try await share().pool.writeWithoutTransaction { database in
                try Int64.fetchOne(database, sql: "PRAGMA data_version")
            }
        }
        guard version != told.withLock({ $0 }) else { return }
        try await writing { try $0.notifyChanges(in: Table(table)) }
        told.withLock { $0 = version }
    }

    /// The pool, for those who observe it.
    ///
    /// - Throws: ``PurserError`` `storage`.
    func pool() async throws -> DatabasePool { try await stored { try share().pool } }

    /// Runs `work` while no other client or process does so over the folder.
    ///
    /// - Returns: `nil` when another one does.
    /// - Throws: ``PurserError`` `storage`; what `work` throws.
    func alone<R: Sendable>(_ work: @Sendable () async throws -> R) async throws -> R? {
        // The folder is there then.
        _ = try await pool()
        do {
            return try await folder.lock("sync").tried(work)
        } catch is CocoaError {
            throw PurserError(.storage, "The folder of this device's copies cannot be locked")
        }
    }

    func forget(exceptOf owner: String?) async throws {
        clearings.add(1, ordering: .acquiringAndReleasing)
        guard mayHoldSomething else { return }
        owed.withLock { owed in
            // Whom an earlier removal did not spare, this one does not spare either.
            let isSpared = owed.map { $0.owner == owner } ?? true
            owed = Leftover(owner: isSpared ? owner : nil)
        }
        do {
            if owner == nil { try folder.removeFiles(damagedOnly: true) }
            let pool: DatabasePool
            do {
                pool = try share().pool
            } catch let error where error.isForGood && owner == nil {
                // What cannot be opened cannot be emptied; it must go all the same.
                try folder.removeFiles(damagedOnly: false)
                return owed.withLock { $0 = nil }
            }
            try await payOff(in: pool)
        } catch {
            throw PurserError(storing: error, "What this device keeps could not be removed")
        }
    }

    func close() async {
        let former = state.withLock { state in
            defer { state = .over }
            return state
        }
        if case .open(let share) = former { share.close() }
    }

    /// Removes what is owed; nothing of it is left in the file, nor in its log.
    private func payOff(in pool: DatabasePool) async throws {
        guard owed.withLock({ $0 != nil }) else { return }
        try await Task {
            try await pool.write { [self] database in
                // Looked at where writes go one by one: what was written since stays.
                guard let leftover = owed.withLock({ $0 }) else { return }
                _ = try Tables(database: database).forget(leftover.owner)
            }
            _ = try await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        }.value
        owed.withLock { $0 = nil }
    }

    private func share() throws -> OpenDatabases.Share {
        try state.withLock { state in
            switch state {
            case .open(let share): return share
            case .over: throw PurserError(.storage, "The client was shut down")
            case .closed: break
            }
            try folder.make()
            let share = try databases.join(folder) {
                try folder.coordinated {
                    try folder.makeFile()
                    return try Self.open(folder, time)
                }
            }
            state = .open(share)
            return share
        }
    }

    private static func open(_ folder: DeviceFolder, _ time: Timekeeper) throws -> DatabasePool {
        do {
            return try open(folder.file)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            try folder.moveAside(at: time.now().milliseconds)
            return try open(folder.file)
        }
    }

    private static func open(_ path: String) throws -> DatabasePool {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        // The system ends an app that is suspended with a lock on a shared file.
        configuration.observesSuspensionNotifications = true
        configuration.prepareDatabase { database in
            // What a former member left is not to be read from free pages.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            #if canImport(Darwin)
            try database.execute(sql: "PRAGMA fullfsync = ON")
            #endif
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // A call that waits is on the disk before the app is told so: a pool's own way is to lose
        // the newest writes when the device loses its power.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let migrator = DeviceSchema.migrator
        // Who finds everything there writes nothing, and waits for nobody who writes.
        let (isCurrent, isNewer) = try pool.read { database in
            (
                try migrator.hasCompletedMigrations(database),
                try migrator.hasBeenSuperseded(database)
            )
        }
        if isNewer { throw DeviceSchema.Newer() }
        if !isCurrent { try migrator.migrate(pool) }
        return pool
    }

    /// What some work with the database gives.
    private func stored<R>(_ work: () async throws -> R) async throws -> R {
        do {
            return try await work()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PurserError(storing: error, "What this device keeps could not be used")
        }
    }
}

extension PurserError {
    /// Takes a failure of the database or of the disk.
    fileprivate init(storing error: any Error, _ message: String) {
        if let error = error as? PurserError {
            self = error
        } else {
            let code = (error as? DatabaseError)?.resultCode.description
            self.init(.storage, code.map { "\(message) (\($0))" } ?? message)
        }
    }
}

extension Error {
    /// Whether opening the database will not go better later.
    fileprivate var isForGood: Bool {
        if self is DeviceSchema.Newer { return true }
        let code = (self as? DatabaseError)?.resultCode
        return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB || code == .SQLITE_ERROR
    }
}

/// Work of which one piece runs at a time, in the order in which it was asked for.
actor Turns {
    private var last: Task<Void, Never>?

    func take<R: Sendable>(
        _ work: @escaping @Sendable () async throws -> R
    ) async throws -> R {
        let before = last
        let task = Task {
            await before?.value
            try Task.checkCancellation()
            return try await work()
        }
        last = Task { _ = await task.result }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
