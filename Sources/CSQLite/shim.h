#pragma once
#include <sqlite3.h>

// The macro is a cast, which the importer does not take. SQLite copies what is bound this way.
static inline int shim_bind_text(sqlite3_stmt *statement, int place, const char *text, int bytes) {
  return sqlite3_bind_text(statement, place, text, bytes, SQLITE_TRANSIENT);
}

static inline int shim_bind_blob(sqlite3_stmt *statement, int place, const void *blob, int bytes) {
  return sqlite3_bind_blob(statement, place, blob, bytes, SQLITE_TRANSIENT);
}
