/// Keeps SQLite from counting the memory it takes; before its first use in the process.
///
/// Returns 0, or SQLite's code when it is too late.
int purser_sqlite_without_memory_statistics(void);
