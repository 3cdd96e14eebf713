#ifndef PUSHINBOX_CSQLITE_SHIM_H
#define PUSHINBOX_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stdbool.h>

// SQLITE_TRANSIENT and SQLITE_STATIC are casts, which Swift cannot import: SQLite copies the bytes,
// or reads them in place. A null pointer would bind NULL, so an empty text or blob needs another
// pointer.
static inline int csqlite_bind(
    sqlite3_stmt *statement, int index, const void *bytes, int length, bool is_text, bool is_copied) {
  sqlite3_destructor_type destructor = is_copied ? SQLITE_TRANSIENT : SQLITE_STATIC;
  if (is_text) return sqlite3_bind_text(statement, index, length ? bytes : "", length, destructor);
  if (length == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob(statement, index, bytes, length, destructor);
}

// sqlite3_config is variadic. The memory statistics are not used, and counting takes a lock for
// every allocation.
static inline void csqlite_count_no_memory(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// sqlite3_db_config is variadic. With this option closing does not write back the write-ahead log.
static inline void csqlite_keep_log(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
