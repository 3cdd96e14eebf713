#ifndef PUSHINBOX_CSQLITE_SHIM_H
#define PUSHINBOX_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast, which Swift does not see: SQLite keeps its own copy of the text.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

// The same for bytes; a null pointer would mean NULL, so no bytes are an empty blob.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  if (length == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
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
