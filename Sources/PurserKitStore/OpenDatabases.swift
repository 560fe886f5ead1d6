import Dispatch
import GRDB
import Synchronization

/// The device's databases that are open in this process.
///
/// There is one pool for each file, however many clients use it, as GRDB asks for. So each client
/// is told of what the others write.
final class OpenDatabases: Sendable {
    static let ofProcess = OpenDatabases()

    private struct Entry {
        let pool: DatabasePool
        /// A temporary folder is gone with this value, which must not be before the database is
        /// closed.
        let folder: DeviceFolder
        var users = 1

        func close() {
            // The last connection that closes empties the log, which one that only reads cannot.
            pool.invalidateReadOnlyConnections()
            try? pool.close()
        }
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Takes part in the open database of a folder, by the one name that the folder has; whoever is
    /// first opens it.
    ///
    /// - Throws: When the folder is not there; what `open` throws.
    func join(_ folder: DeviceFolder, _ open: () throws -> DatabasePool) throws -> Share {
        let path = try folder.resolvedPath
        let pool = try entries.withLock { entries in
            if let pool = entries[path]?.pool {
                entries[path]?.users += 1
                return pool
            }
            let pool = try open()
            entries[path] = Entry(pool: pool, folder: folder)
            return pool
        }
        return Share(pool, path, self)
    }

    /// Lets go of a part.
    ///
    /// - Returns: What is to be closed, when it was the last part.
    private func leave(_ path: String) -> Entry? {
        entries.withLock { entries in
            entries[path]?.users -= 1
            guard let entry = entries[path], entry.users == 0 else { return nil }
            entries[path] = nil
            return entry
        }
    }

    /// One client's part in an open database.
    final class Share: Sendable {
        let pool: DatabasePool
        private let path: String
        private let owner: OpenDatabases
        private let hasLeft = Atomic(false)

        fileprivate init(_ pool: DatabasePool, _ path: String, _ owner: OpenDatabases) {
            self.pool = pool
            self.path = path
            self.owner = owner
        }

        deinit {
            guard let entry = leave() else { return }
            // Whoever lets go of it last may be at work in the database, and cannot wait for that.
            DispatchQueue.global().async { entry.close() }
        }

        /// Closes the database, unless others use it.
        func close() { leave()?.close() }

        private func leave() -> Entry? {
            hasLeft.exchange(true, ordering: .acquiringAndReleasing) ? nil : owner.leave(path)
        }
    }
}
