import Foundation
import GRDB
import PurserKit
import Synchronization

/// The database on the device, which the app and its extensions may share.
///
/// It is opened when somebody needs it, as GRDB's guide "Sharing a Database" asks for: a pool in
/// WAL mode, a wait for other processes, and no lock held while the app is suspended.
final class DeviceDatabase: Sendable {
    private enum State {
        case closed
        case open(DatabasePool)
        case over
    }

    let folder: URL
    /// Whether the folder is gone with this value.
    private let isTemporary: Bool
    private let state = Mutex(State.closed)

    /// Takes a folder, which is made when it is missing; `nil` for one that is gone afterwards.
    init(in folder: URL?) {
        let name = "purser-copies-\(UUID().uuidString.lowercased())"
        self.folder = folder ?? FileManager.default.temporaryDirectory.appending(path: name)
        isTemporary = folder == nil
    }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(at: folder) }
    }

    /// The open database.
    ///
    /// - Throws: ``PurserError`` `storage`.
    func pool() throws -> DatabasePool {
        try state.withLock { state in
            switch state {
            case .open(let pool): return pool
            case .over: throw PurserError(.storage, "The client was shut down")
            case .closed: break
            }
            do {
                try Self.make(folder)
                let pool = try Self.coordinated(folder) { try Self.open($0) }
                state = .open(pool)
                return pool
            } catch {
                throw PurserError(.storage, "What this device keeps could not be opened")
            }
        }
    }

    func read<R: Sendable>(_ work: @escaping @Sendable (Database) throws -> R) async throws -> R {
        let pool = try pool()
        return try await Self.stored { try await pool.read(work) }
    }

    func write<R: Sendable>(_ work: @escaping @Sendable (Database) throws -> R) async throws -> R {
        let pool = try pool()
        return try await Self.stored { try await pool.write(work) }
    }

    /// Runs `work` while no other client or process does so over the folder.
    ///
    /// - Returns: `nil` when another one does.
    /// - Throws: ``PurserError`` `storage`; what `work` throws.
    func alone<R: Sendable>(_ work: @Sendable () async throws -> R) async throws -> R? {
        // The folder is there then.
        _ = try pool()
        do {
            return try await FolderLock("sync", in: folder).tried(work)
        } catch is CocoaError {
            throw PurserError(.storage, "The folder of this device's copies cannot be locked")
        }
    }

    /// Removes what is kept, but for that of one member; nothing of it is left in the file, nor in
    /// its log.
    ///
    /// - Throws: ``PurserError`` `storage`.
    func forget(exceptOf owner: String?) async throws {
        guard FileManager.default.fileExists(atPath: Self.file(in: folder)) else { return }
        let isChanged = try await write { database in
            var count = 0
            for table in ["copies", "feeds", "conflicts"] {
                let rest = "DELETE FROM \(table) WHERE owner IS NOT ?"
                try database.execute(sql: rest, arguments: [owner])
                count += database.changesCount
            }
            return count > 0
        }
        guard isChanged else { return }
        let pool = try pool()
        try await Self.stored {
            _ = try await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        }
    }

    /// Closes the database for good.
    func close() {
        state.withLock { state in
            if case .open(let pool) = state { try? pool.close() }
            state = .over
        }
    }

    private static func stored<R>(
        _ work: () async throws -> R
    ) async throws -> R {
        do {
            return try await work()
        } catch let error as DatabaseError {
            let code = error.resultCode.rawValue
            throw PurserError(.storage, "What this device keeps could not be used (\(code))")
        }
    }

    private static func file(in folder: URL) -> String {
        folder.appending(path: "purser-copies.sqlite").path
    }

    private static func open(_ folder: URL) throws -> DatabasePool {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        // The system ends an app that is suspended with a lock on a shared file.
        configuration.observesSuspensionNotifications = true
        configuration.prepareDatabase { database in
            // What a former member left is not to be read from free pages.
            try database.execute(sql: "PRAGMA secure_delete = ON")
        }
        let pool = try DatabasePool(path: file(in: folder), configuration: configuration)
        try migrator.migrate(pool)
        return pool
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("copies") { database in
            // With row ids: of changes in a table without them nobody who observes it is told.
            try database.create(table: "copies", options: .strict) { table in
                table.column("owner", .text).notNull()
                table.column("kind", .text).notNull()
                table.column("id", .text).notNull()
                table.column("version", .integer)
                table.column("base", .text)
                table.column("value", .text)
                table.column("isUnconfirmed", .integer).notNull().defaults(to: 0)
                table.primaryKey(["owner", "kind", "id"])
            }
            try database.create(table: "feeds", options: [.strict, .withoutRowID]) { table in
                table.primaryKey("owner", .text)
                table.column("session", .text).notNull()
                table.column("cursor", .integer).notNull()
            }
            try database.create(table: "conflicts", options: .strict) { table in
                table.autoIncrementedPrimaryKey("number")
                table.column("owner", .text).notNull()
                table.column("kind", .text).notNull()
                table.column("record", .text).notNull()
                table.column("cause", .text).notNull()
                table.column("field", .text)
                table.column("own", .text)
                table.column("theirs", .text)
                table.column("kept", .text)
                table.column("foundAt", .integer).notNull()
            }
        }
        return migrator
    }

    private static func make(_ folder: URL) throws {
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // Changes are pushed behind a locked screen too.
        attributes[.protectionKey] = FileProtectionType.completeUntilFirstUserAuthentication
        #endif
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: attributes
        )
    }

    /// Opens while no other process does.
    private static func coordinated<R>(_ folder: URL, _ open: (URL) throws -> R) throws -> R {
        #if canImport(Darwin)
        let coordinator = NSFileCoordinator(filePresenter: nil)
        var failure: NSError?
        var result: Result<R, any Error>?
        coordinator.coordinate(writingItemAt: folder, options: .forMerging, error: &failure) {
            url in
            result = Result { try open(url) }
        }
        if let failure { throw failure }
        guard let result else { throw CocoaError(.fileWriteUnknown) }
        return try result.get()
        #else
        return try FolderLock("open", in: folder).held { try open(folder) }
        #endif
    }
}
