import Foundation
import SQL
import SQLiteDriver
import Synchronization
import Testbed

/// A database in a file that can be brought back to what a backup of it has.
final class RestorableDatabase: Database {
    private struct State {
        var current: SQLiteDatabase
        var former: [SQLiteDatabase] = []
        var backup: String?
        var count = 0
    }

    private let state: Mutex<State>
    private let folder: TemporaryDirectory

    /// Takes a database; `nil` when it is no file.
    init?(_ base: any Database) throws {
        guard let base = base as? SQLiteDatabase else { return nil }
        state = Mutex(State(current: base))
        folder = try TemporaryDirectory()
    }

    deinit { folder.remove() }

    private var current: SQLiteDatabase { state.withLock { $0.current } }

    /// Makes a backup in place of a former one.
    func backUp() async throws {
        let path = state.withLock { state in
            state.count += 1
            return folder.file("backup-\(state.count)")
        }
        try await current.backup(to: path)
        state.withLock { $0.backup = path }
    }

    /// Has no backup any more.
    func forget() { state.withLock { $0.backup = nil } }

    /// Goes back to the backup; sessions have ended.
    ///
    /// - Returns: Whether there was one.
    func restore() async throws -> Bool {
        guard let backup = state.withLock({ $0.backup }) else { return false }
        let restored = try SQLiteDatabase(path: backup)
        try await restored.write { session in
            _ = try session.run(Statement("UPDATE sessions SET ended_at_ms = created_at_ms"))
        }
        state.withLock { state in
            state.former.append(state.current)
            state.current = restored
            state.backup = nil
        }
        return true
    }

    var dialect: Dialect { .sqlite }

    func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await current.read(work)
    }

    func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await current.write(work)
    }

    func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await current.exclusively(work)
    }

    /// Closes those that were opened here; the first one is closed by who opened it.
    func close() async {
        let opened = state.withLock { ($0.former + [$0.current]).dropFirst() }
        for database in opened { await database.close() }
    }
}
