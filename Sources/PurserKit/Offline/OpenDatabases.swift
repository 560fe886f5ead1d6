import SQLiteDriver
import Synchronization

/// The device's databases that are open in this process: one connection for each file, however many
/// clients use it.
///
/// SQLite would keep connections of one process apart as it does those of several; they would then
/// wait for one another's locks for nothing.
final class OpenDatabases: Sendable {
    static let ofProcess = OpenDatabases()

    private struct Entry {
        let number: Int
        let opening: SingleFlight<SQLiteDatabase>
        /// A temporary folder is gone with this value, which must not be before the database is
        /// closed: what still writes into a folder keeps it from being removed.
        let folder: DeviceFolder
        var users = 1
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// Files that are being closed; who opens one of them again waits for that.
        var closing: [String: (number: Int, end: SingleFlight<Void>)] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Takes part in the open database of a folder, by the one name that the folder has; whoever is
    /// first opens it.
    ///
    /// - Throws: When the folder is not there.
    func share(
        _ folder: DeviceFolder,
        _ open: @escaping @Sendable () async throws -> SQLiteDatabase
    ) throws -> Share {
        let path = try folder.resolvedPath
        return state.withLock { state in
            if var entry = state.entries[path] {
                entry.users += 1
                state.entries[path] = entry
                return Share(path, entry.number, entry.opening, self)
            }
            let closing = state.closing[path]?.end
            let opening = SingleFlight {
                _ = try? await closing?.value()
                return try await open()
            }
            state.last += 1
            state.entries[path] = Entry(number: state.last, opening: opening, folder: folder)
            return Share(path, state.last, opening, self)
        }
    }

    /// Lets go of a part in an open database.
    ///
    /// - Returns: The closing, when it was the last part.
    @discardableResult
    fileprivate func leave(_ path: String, _ number: Int) -> SingleFlight<Void>? {
        state.withLock { state in
            guard var entry = state.entries[path], entry.number == number else { return nil }
            entry.users -= 1
            guard entry.users == 0 else {
                state.entries[path] = entry
                return nil
            }
            state.entries[path] = nil
            let closing = SingleFlight { [self, entry] in
                if let database = try? await entry.opening.value() { await database.close() }
                withExtendedLifetime(entry.folder) { forgetClosing(path, number) }
            }
            state.closing[path] = (number, closing)
            return closing
        }
    }

    /// Lets whoever comes next open a file anew that could not be opened.
    fileprivate func forget(_ path: String, _ number: Int) {
        state.withLock { state in
            if state.entries[path]?.number == number { state.entries[path] = nil }
        }
    }

    private func forgetClosing(_ path: String, _ number: Int) {
        state.withLock { state in
            if state.closing[path]?.number == number { state.closing[path] = nil }
        }
    }

    /// One client's part in an open database.
    final class Share: Sendable {
        private let path: String
        private let number: Int
        private let opening: SingleFlight<SQLiteDatabase>
        private let owner: OpenDatabases
        private let hasLeft = Atomic(false)

        fileprivate init(
            _ path: String,
            _ number: Int,
            _ opening: SingleFlight<SQLiteDatabase>,
            _ owner: OpenDatabases
        ) {
            self.path = path
            self.number = number
            self.opening = opening
            self.owner = owner
        }

        deinit { leave() }

        /// The open database.
        ///
        /// - Throws: What opening it throws; `CancellationError`.
        func database() async throws -> SQLiteDatabase {
            do {
                return try await opening.value()
            } catch {
                if !(error is CancellationError) { owner.forget(path, number) }
                throw error
            }
        }

        /// Closes the database, unless others use it.
        func close() async { try? await leave()?.value() }

        @discardableResult
        private func leave() -> SingleFlight<Void>? {
            hasLeft.exchange(true, ordering: .acquiringAndReleasing)
                ? nil : owner.leave(path, number)
        }
    }
}
