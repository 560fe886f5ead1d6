import CSQLite

extension SQLiteDatabase {
    /// Keeps SQLite from counting the memory it takes, in this whole process.
    ///
    /// SQLite would lock a mutex around each of the hundred pieces of memory that a decision takes,
    /// for a sum nobody asks for. It can be told so only before its first use, while no other
    /// thread may be about to use it: that is for programs to say, not for the apps we are part of.
    ///
    /// - Returns: Whether it counts no more; `false` when SQLite is in use already.
    @discardableResult
    public static func stopCountingMemory() -> Bool {
        purser_sqlite_without_memory_statistics() == 0
    }
}
