import Foundation
import SQL

/// A file beside the database that is there while its log is written back.
///
/// SQLite may count pages as written back before the database file is flushed. The count lies in
/// the index, which lives as long as any process has the database open. When a process ends between
/// the two, the others would trust pages that the disk may not have, and let the log start over
/// without them.
///
/// So whoever writes the log back holds this file locked, sets it before the first page and clears
/// it after the flush. One that is set and that nobody holds tells that somebody ended in between:
/// the log must then be written back from its first page (``Opening/first(_:_:wipesDeleted:)``).
/// The file itself is not flushed: when the machine stops, no index is left, and SQLite reads the
/// whole log.
struct CheckpointMark {
    /// Whether pages may count as written back that the disk does not have.
    private(set) var isSet: Bool

    private let path: String
    private let file: Int32

    /// Runs `work` while this process holds the mark of a database.
    ///
    /// Returns `nil` when somebody else held it all the time.
    /// Throws ``DatabaseError`` when the file cannot be made, and what `work` throws.
    static func holding<R>(
        _ database: String,
        waitMilliseconds: Int,
        _ work: (inout CheckpointMark) throws(DatabaseError) -> R
    ) throws(DatabaseError) -> R? {
        let path = database + "-checkpoint"
        var mark = try lock(path)
        var timeoutMilliseconds = waitMilliseconds
        while mark == nil, timeoutMilliseconds > 0 {
            usleep(1_000)
            timeoutMilliseconds -= 1
            mark = try lock(path)
        }
        guard var mark else { return nil }
        defer { mark.release() }
        return try work(&mark)
    }

    /// Says that pages may soon count as written back that the disk does not have.
    mutating func set() throws(DatabaseError) {
        // Its size is the mark: unlike a byte, it needs no room on a full disk.
        guard ftruncate(file, 1) == 0 else { throw Self.failure(path) }
        isSet = true
    }

    /// Says that the disk has everything that counts as written back.
    mutating func clear() { isSet = false }

    private func release() {
        if !isSet { unlink(path) }
        close(file)
    }

    /// Makes the file when there is none, and locks it; `nil` when somebody else has.
    private static func lock(_ path: String) throws(DatabaseError) -> CheckpointMark? {
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(path) }
        var (held, named) = (stat(), stat())
        // Who held it before may have removed it since it was opened.
        guard flock(file, LOCK_EX | LOCK_NB) == 0, fstat(file, &held) == 0,
            stat(path, &named) == 0, held.st_ino == named.st_ino, held.st_dev == named.st_dev
        else {
            close(file)
            return nil
        }
        return CheckpointMark(isSet: held.st_size > 0, path: path, file: file)
    }

    private static func failure(_ path: String) -> DatabaseError {
        let code: DatabaseError.Code =
            switch errno {
            case ENOSPC, EDQUOT: .full
            case EIO: .io
            default: .unavailable
            }
        return DatabaseError(code, "\(path): \(String(cString: strerror(errno)))")
    }
}
