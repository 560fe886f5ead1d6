/// Keeps SQLite from counting the memory it takes; before its first use in the process.
///
/// Returns 0, or SQLite's code when it is too late.
int purser_sqlite_without_memory_statistics(void);

/// Keeps a COMMIT from looking through all pages in memory; before SQLite's first use in the
/// process.
///
/// When SQLite sorts the pages of a split, it puts one aside under the number of the page that
/// holds the byte for locks. Its cache takes the largest number it has seen for the end of the
/// file, and COMMIT then looks at each page it holds for those beyond the end. Under the number 0
/// the page comes and goes unnoticed.
///
/// Returns 0, or SQLite's code when it is too late.
int purser_sqlite_with_short_commits(void);
