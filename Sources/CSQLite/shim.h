#ifndef PUSHINBOX_CSQLITE_SHIM_H
#define PUSHINBOX_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stdbool.h>

// SQLITE_TRANSIENT and SQLITE_STATIC are casts, which Swift does not see: SQLite keeps its own copy of the bytes, or
// reads them where they are. A null pointer would mean NULL: there are no bytes, but a text or a blob there is.
static inline int csqlite_bind(
    sqlite3_stmt *statement, int index, const void *bytes, int length, bool is_text, bool is_copied) {
  sqlite3_destructor_type destructor = is_copied ? SQLITE_TRANSIENT : SQLITE_STATIC;
  if (is_text) return sqlite3_bind_text(statement, index, length ? bytes : "", length, destructor);
  if (length == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob(statement, index, bytes, length, destructor);
}

// sqlite3_config takes variable arguments: nobody asks SQLite how much memory it uses, and counting costs
// a lock for every allocation.
static inline void csqlite_count_no_memory(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// sqlite3_db_config takes variable arguments: closing leaves the write-ahead log as it is.
static inline void csqlite_keep_log(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
