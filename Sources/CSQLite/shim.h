#ifndef PUSHINBOX_CSQLITE_SHIM_H
#define PUSHINBOX_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

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

// Whether the first four bytes of an open file are a number, most significant byte first, where the mask has ones. A
// file that is shorter is not; one that cannot be read, or is not open, is. The file is the database
// (SQLITE_FCNTL_FILE_POINTER) or its log (SQLITE_FCNTL_JOURNAL_POINTER). It is read by SQLite's descriptor, because
// closing another one would release SQLite's locks.
static inline bool csqlite_begins_with(sqlite3 *database, int file, uint32_t number, uint32_t mask) {
  sqlite3_file *opened = 0;
  unsigned char bytes[4] = {0};
  if (sqlite3_file_control(database, "main", file, &opened) || !opened || !opened->pMethods) return true;
  int code = opened->pMethods->xRead(opened, bytes, sizeof bytes, 0);
  if (code == SQLITE_IOERR_SHORT_READ) return false;
  uint32_t found = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
  return code || (found & mask) == (number & mask);
}

#endif
