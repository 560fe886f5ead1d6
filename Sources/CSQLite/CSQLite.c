#include "CSQLite.h"

#include <sqlite3.h>
#include <stdlib.h>

// sqlite3_config takes what each option needs, and Swift cannot call such functions.
int purser_sqlite_without_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// The page cache of SQLite, and around it one that gives a page aside the number 0.
static sqlite3_pcache_methods2 standard;

struct sqlite3_pcache {
    sqlite3_pcache *inner;
    unsigned lockPage;
};

// Neither number is ever a page of the file: pages are counted from 1, and the page that holds
// the byte for locks, 1 GiB into the file, is left out.
static unsigned number(const sqlite3_pcache *cache, unsigned page) {
    return page == cache->lockPage ? 0 : page;
}

static sqlite3_pcache *create(int pageBytes, int extraBytes, int isPurgeable) {
    sqlite3_pcache *cache = malloc(sizeof(sqlite3_pcache));
    if (cache == NULL) return NULL;
    cache->inner = standard.xCreate(pageBytes, extraBytes, isPurgeable);
    cache->lockPage = 0x40000000u / (unsigned)pageBytes + 1;
    if (cache->inner != NULL) return cache;
    free(cache);
    return NULL;
}

static void resize(sqlite3_pcache *cache, int pages) {
    standard.xCachesize(cache->inner, pages);
}

static int count(sqlite3_pcache *cache) {
    return standard.xPagecount(cache->inner);
}

static sqlite3_pcache_page *fetch(sqlite3_pcache *cache, unsigned page, int creates) {
    return standard.xFetch(cache->inner, number(cache, page), creates);
}

static void unpin(sqlite3_pcache *cache, sqlite3_pcache_page *page, int isDropped) {
    standard.xUnpin(cache->inner, page, isDropped);
}

static void renumber(
    sqlite3_pcache *cache, sqlite3_pcache_page *page, unsigned from, unsigned to
) {
    standard.xRekey(cache->inner, page, number(cache, from), number(cache, to));
}

static void drop(sqlite3_pcache *cache, unsigned from) {
    standard.xTruncate(cache->inner, from);
}

static void destroy(sqlite3_pcache *cache) {
    standard.xDestroy(cache->inner);
    free(cache);
}

static void shrink(sqlite3_pcache *cache) {
    standard.xShrink(cache->inner);
}

int purser_sqlite_with_short_commits(void) {
    sqlite3_pcache_methods2 methods;
    int code = sqlite3_config(SQLITE_CONFIG_GETPCACHE2, &methods);
    // A second time the cache would be put around itself.
    if (code != SQLITE_OK || methods.xCreate == create) return code;
    standard = methods;
    methods.xCreate = create;
    methods.xCachesize = resize;
    methods.xPagecount = count;
    methods.xFetch = fetch;
    methods.xUnpin = unpin;
    methods.xRekey = renumber;
    methods.xTruncate = drop;
    methods.xDestroy = destroy;
    methods.xShrink = shrink;
    return sqlite3_config(SQLITE_CONFIG_PCACHE2, &methods);
}
