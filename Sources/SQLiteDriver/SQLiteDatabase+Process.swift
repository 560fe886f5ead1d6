import CSQLite

extension SQLiteDatabase {
    /// Sets SQLite up for this whole process: it counts no memory, and keeps commits short.
    ///
    /// SQLite would lock a mutex around each of the hundred pieces of memory that a decision takes,
    /// for a sum nobody asks for; and look through all pages it holds in most commits, for some
    /// that are never there. It can be told so only before its first use, while no other thread may
    /// be about to use it: that is for programs to say, not for the apps we are part of.
    ///
    /// - Returns: Whether it is set up so; `false` when SQLite is in use already.
    @discardableResult
    public static func setUpProcess() -> Bool {
        let codes = [purser_sqlite_without_memory_statistics(), purser_sqlite_with_short_commits()]
        return codes.allSatisfy { $0 == 0 }
    }
}
