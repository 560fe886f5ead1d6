import CSQLite
import Foundation
public import SQL

extension SQLiteDatabase {
    /// Copies the whole database, as it is at one instant, into a new file; writes go on meanwhile.
    ///
    /// The file appears under its name when it is complete and on the disk. Only its owner may read
    /// it.
    ///
    /// - Throws: ``DatabaseError`` `statement` when there is a file of that name, `unavailable`
    ///   when none can be made, `full` or `io` when the disk fails.
    public func backup(to target: String) async throws {
        let source = path
        try await read { _ in try Self.copy(source, to: target) }
    }

    private static func copy(_ source: String, to target: String) throws(DatabaseError) {
        let draft = "\(target).\(UUID().uuidString.lowercased()).part"
        guard access(target, F_OK) != 0, try Opening.create(draft) else {
            throw DatabaseError(.statement, "\(target): there is a file of that name already")
        }
        do throws(DatabaseError) {
            try copyPages(source, to: draft)
            try flush(draft)
        } catch {
            unlink(draft)
            throw error
        }
        try publish(draft, as: target)
    }

    /// Gives a finished file its name, on the disk too, unless another has taken it meanwhile; the
    /// draft is gone either way.
    ///
    /// - Throws: ``DatabaseError`` `io`.
    public static func publish(
        _ draft: String,
        as target: String
    ) throws(DatabaseError) {
        do throws(DatabaseError) {
            try name(draft, target)
        } catch {
            unlink(draft)
            throw error
        }
        // A name is in the folder, and lost with it when the machine stops before it is written.
        try flush((target as NSString).deletingLastPathComponent)
    }

    /// Copies in one step: several would start over whenever somebody writes between them.
    private static func copyPages(
        _ source: String,
        to draft: String
    ) throws(DatabaseError) {
        let from = try Opening.reader(source, Bounds())
        defer { sqlite3_close(from) }
        let into = try Opening.open(draft, SQLITE_OPEN_READWRITE) { _ in }
        defer { sqlite3_close(into) }
        guard let copy = sqlite3_backup_init(into, "main", from, "main") else {
            throw ResultCode.opening(sqlite3_errcode(into), path: draft)
        }
        let step = sqlite3_backup_step(copy, -1)
        let end = sqlite3_backup_finish(copy)
        guard step == SQLITE_DONE, end == SQLITE_OK else {
            throw ResultCode.opening(step == SQLITE_DONE ? end : step, path: draft)
        }
        // The copy says of itself that it has a log; without one it is a single file.
        try Opening.execute("PRAGMA journal_mode = DELETE", on: into, path: draft)
    }

    /// Gives the file its name, unless another has taken it meanwhile.
    private static func name(_ draft: String, _ target: String) throws(DatabaseError) {
        guard link(draft, target) != 0 else {
            unlink(draft)
            return
        }
        // Not every file system has links; a memory stick's may not.
        guard errno != EEXIST, access(target, F_OK) != 0, rename(draft, target) == 0 else {
            throw DatabaseError(.io, "\(target): \(String(cString: strerror(errno)))")
        }
    }

    private static func flush(_ path: String) throws(DatabaseError) {
        let file = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        defer { Foundation.close(file) }
        guard file >= 0, fsync(file) == 0 else {
            throw DatabaseError(.io, "\(path): \(String(cString: strerror(errno)))")
        }
    }
}
