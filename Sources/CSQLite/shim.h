#pragma once
#include <sqlite3.h>

// The macro is a cast, which the importer does not take. SQLite copies what is bound this way.
static inline int shim_bind_text(sqlite3_stmt *statement, int place, const char *text, int bytes) {
  return sqlite3_bind_text(statement, place, text, bytes, SQLITE_TRANSIENT);
}

static inline int shim_bind_blob(sqlite3_stmt *statement, int place, const void *blob, int bytes) {
  return sqlite3_bind_blob(statement, place, blob, bytes, SQLITE_TRANSIENT);
}

// A file that somebody else has written must not make SQLite do anything but read and write rows: no view or trigger is
// run, no function is called by what the file says, and the file's own tables of tables cannot be written. In C because
// the function takes a list of arguments.
static inline int shim_harden(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  return code;
}
