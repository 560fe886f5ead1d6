#include "CSQLite.h"

#include <sqlite3.h>

// sqlite3_config takes what each option needs, and Swift cannot call such functions.
int purser_sqlite_without_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
