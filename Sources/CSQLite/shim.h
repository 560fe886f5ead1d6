#include <sqlite3.h>

// Swift cannot call functions that take a variable number of arguments.

/// Keeps SQLite from counting the memory it takes; before its first use in the process.
///
/// Returns 0, or SQLite's code when it is too late.
static inline int purser_sqlite_without_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Makes a string in double quotes an error, as standard SQL has it.
static inline int purser_sqlite_without_double_quoted_strings(sqlite3 *connection) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    if (code != SQLITE_OK) return code;
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}

/// Says whether a connection that is the last to be closed writes the log back and removes it.
static inline int purser_sqlite_checkpoint_on_close(sqlite3 *connection, int isWanted) {
    return sqlite3_db_config(
        connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isWanted ? 0 : 1, (int *)0
    );
}
