import CSQLite
import Foundation

extension SQLiteDatabase {
    /// Keeps SQLite from counting the memory it takes, for this whole process.
    ///
    /// It would lock a mutex around each of the hundred pieces of memory that a decision takes, for
    /// a sum nobody asks for. It can be told so only before its first use, while no other thread
    /// may be about to use it: that is for programs to say, not for the apps we are part of.
    ///
    /// - Returns: Whether it is set up so; `false` when SQLite is in use already.
    @discardableResult
    public static func setUpProcess() -> Bool {
        purser_sqlite_without_memory_statistics() == SQLITE_OK
    }

    /// Says on standard error why, and ends the process with code 74 (`EX_IOERR` of sysexits.h).
    @Sendable
    public static func endProcess(_ reason: String) {
        try? FileHandle.standardError.write(contentsOf: Data("critical: \(reason)\n".utf8))
        _exit(inputOutputError)
    }

    /// The exit code of a process whose disk has failed, as sysexits.h has it (`EX_IOERR`).
    public static let inputOutputError: Int32 = 74
}
