import CSQLite
import Glibc

/// One SQLite file: statements are prepared once, and what somebody wrote is only ever bound, never part of a statement.
///
/// The rollback journal (`journal_mode=DELETE`) rather than WAL, because a reader who may not write would leave WAL's
/// files behind; `synchronous=FULL`, because what was acknowledged must survive a power cut.
final class Database {
  let handle: OpaquePointer
  /// The file, as messages name it.
  let path: String
  /// Whether it is opened for writing, and the file system allows that.
  private let mayBeWritten: Bool
  private var statements: [String: OpaquePointer] = [:]
  private let work = Work()
  /// What the entries say, and when that was so.
  var told: (revision: Revision, fingerprints: Fingerprints)?

  /// What is the same for as long as nobody has written: https://www.sqlite.org/pragma.html#pragma_data_version
  struct Revision: Equatable {
    fileprivate let ofOthers: Int64
    fileprivate let own: Int32
  }

  /// How much of `mostWork` the statement that runs has left.
  private final class Work {
    var left = mostWork
  }

  /// How long a text or a row may be, in bytes: many times as long as a policy with every character escaped.
  static let longestRow: Int32 = 16 << 20
  /// What one statement may cost, in millions of SQLite's steps: to check every page of a state of 64 MiB takes a fraction
  /// of it. A file that somebody has made up must not hold up a run.
  static let mostWork = 400

  /// How the file is opened.
  enum Access {
    case read
    case write
  }

  /// Opens the file at `path`, which must be there. No link is followed. Messages call it by that path, or as it is `named`.
  init(_ path: String, _ access: Access, named name: String? = nil) throws(StateError) {
    var handle: OpaquePointer?
    let mode = access == .read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    let code = sqlite3_open_v2(path, &handle, mode | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      // What the system has said is more than that it could not be opened.
      let number = sqlite3_system_errno(handle)
      sqlite3_close_v2(handle)
      throw number == EACCES ? Messages.failure(path, number) : StateError(sqlite: code, path: name ?? path)
    }
    self.handle = handle
    self.path = name ?? path
    // Before its header is read.
    mayBeWritten = sqlite3_db_readonly(handle, "main") == 0
    try protect()
    sqlite3_busy_timeout(handle, 5000)
  }

  /// Whether the file, once something of it was read, turned out to ask in its header not to be written, by a number that
  /// no version of SQLite has put there yet. Of one that may only be read anyway it cannot be told.
  var forbidsWriting: Bool { mayBeWritten && sqlite3_db_readonly(handle, "main") == 1 }

  /// Has the file do nothing but hold rows, and bounds what reading them may cost.
  private func protect() throws(StateError) {
    try check(shim_harden(handle))
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestRow)
    sqlite3_progress_handler(
      handle, 1_000_000,
      { work in
        guard let work = work.map({ Unmanaged<Work>.fromOpaque($0).takeUnretainedValue() }) else { return 1 }
        work.left -= 1
        return work.left < 0 ? 1 : 0
      }, Unmanaged.passUnretained(work).toOpaque())
  }

  /// The database that consists of `bytes`, in memory; messages name the file at `path`, of which it is a copy.
  convenience init(copy bytes: [UInt8], of path: String) throws(StateError) {
    try self.init(empty: ":memory:", of: path)
    let copy = sqlite3_malloc64(UInt64(max(bytes.count, 1)))?.assumingMemoryBound(to: UInt8.self)
    guard let copy else { throw StateError(sqlite: SQLITE_NOMEM, path: path) }
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { copy.update(from: start, count: bytes.count) } }
    // A header that asks for a write-ahead log, which memory does not have: the pages are the same without one.
    if bytes.count > Self.formatPlaces.upperBound { for place in Self.formatPlaces { copy[place] = 1 } }
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    // Frees the copy itself where it fails.
    try check(sqlite3_deserialize(handle, "main", copy, Int64(bytes.count), Int64(bytes.count), flags))
  }

  /// Where a file's header says how it is written and read: 1 is with a rollback journal, 2 with a write-ahead log.
  private static let formatPlaces = 18...19

  /// A copy of `other` that may be changed. A large one is in a temporary file without a name, where the machine has room for
  /// one, and any other in memory.
  static func copy(of other: Database) throws(StateError) -> Database {
    let size = try other.size().whole
    if size > mostCopiedBytes, let onDisk = try? Database(backup: other, in: "") { return onDisk }
    return try Database(backup: other, in: ":memory:")
  }

  /// A larger file is not copied into memory, in bytes.
  static let mostCopiedBytes = 16 << 20

  private convenience init(backup other: Database, in place: String) throws(StateError) {
    try self.init(empty: place, of: other.path)
    guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw failure(sqlite3_errcode(handle))
    }
    sqlite3_backup_step(backup, -1)
    try check(sqlite3_backup_finish(backup))
    try rows("PRAGMA schema_version")
    if forbidsWriting { throw Messages.damaged(path) }
  }

  /// A new database that is in memory, or, where `place` is empty, in a temporary file without a name; messages name the file
  /// at `path`.
  private init(empty place: String, of path: String) throws(StateError) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(place, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw StateError(sqlite: code, path: path)
    }
    self.handle = handle
    self.path = path
    mayBeWritten = true
    try protect()
  }

  /// How many bytes the file takes, and what is in use of them.
  func size() throws(StateError) -> (whole: Int, used: Int) {
    let counts = try ["page_count", "freelist_count", "page_size"].map { name throws(StateError) in
      Int(try rows("PRAGMA \(name)").first?[0].integer ?? 0)
    }
    return (counts[0] * counts[2], (counts[0] - counts[1]) * counts[2])
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Which one is there now. To be asked for before what is kept with it is read.
  func revision() throws(StateError) -> Revision {
    Revision(
      ofOthers: try rows("PRAGMA data_version").first?[0].integer ?? 0, own: sqlite3_total_changes(handle))
  }

  /// Runs statements of our own that take no values.
  func run(_ script: String) throws(StateError) {
    begin()
    try check(sqlite3_exec(handle, script, nil, nil, nil))
  }

  /// To be called before each statement, and before it is prepared.
  private func begin() {
    work.left = Self.mostWork
    errno = 0
  }

  /// Runs `body` wholly or not at all.
  func atomically<Result>(_ body: () throws(StateError) -> Result) throws(StateError) -> Result {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Runs `body`, which only reads: all of it sees the file as it was at one moment, and the file is locked once.
  func reading<Result>(_ body: () throws(StateError) -> Result) throws(StateError) -> Result {
    try transaction("BEGIN", body)
  }

  private func transaction<Result>(
    _ beginning: String, _ body: () throws(StateError) -> Result
  ) throws(StateError) -> Result {
    // Within another one it is a part that can be undone alone.
    let isPart = sqlite3_get_autocommit(handle) == 0
    try run(isPart ? "SAVEPOINT part" : beginning)
    do throws(StateError) {
      let result = try body()
      try run(isPart ? "RELEASE part" : "COMMIT")
      return result
    } catch {
      // Fails where the error has ended the transaction already.
      try? run(isPart ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK")
      throw error
    }
  }

  /// Runs one statement with `values` in the places of its question marks, and returns every row.
  @discardableResult
  func rows(_ sql: String, _ values: [Value] = []) throws(StateError) -> [[Value]] {
    var rows: [[Value]] = []
    try eachRow(sql, values) { row in
      rows.append(row)
      return true
    }
    return rows
  }

  /// The same, one row after the other, until `take` wants no more: there may be more of them than fit into memory.
  func eachRow(
    _ sql: String, _ values: [Value] = [], _ take: ([Value]) throws(StateError) -> Bool
  ) throws(StateError) {
    begin()
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (place, value) in zip(1..., values) { try check(value.bind(to: statement, at: Int32(place))) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard try take((0..<sqlite3_column_count(statement)).map { Value(statement, column: $0) }) else { return }
      case SQLITE_DONE: return
      case let code: throw failure(code)
      }
    }
  }

  /// Whether what failed last was refused for what a row holds, which no other table could take either.
  var hasRefusedRow: Bool { [SQLITE_CONSTRAINT, SQLITE_MISMATCH].contains(sqlite3_errcode(handle) & 0xFF) }

  /// The number that the last insertion was given.
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  private func prepared(_ sql: String) throws(StateError) -> OpaquePointer {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    guard let statement else { throw StateError(.failed, "an empty statement was prepared") }
    statements[sql] = statement
    return statement
  }

  private func check(_ code: Int32) throws(StateError) {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// What `code` means, of a call that has just come back.
  ///
  /// SQLite calls it a lack of memory as well when it asks itself for more than it ever asks the system for: a damaged row
  /// says to be of four gigabytes. A true lack shows in `errno`.
  private func failure(_ code: Int32) -> StateError {
    let isAbsurd = code == SQLITE_NOMEM && errno != ENOMEM
    return StateError(sqlite: isAbsurd ? SQLITE_TOOBIG : code, path: path)
  }
}

/// What is in one place of a row.
enum Value: Hashable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  /// A text, or null.
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// A whole number; nil for anything else.
  var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// A text; nil for anything else.
  var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// Bytes; nil for anything else.
  var blob: [UInt8]? {
    if case .blob(let value) = self { value } else { nil }
  }

  fileprivate init(_ statement: OpaquePointer, column: Int32) {
    let count = Int(sqlite3_column_bytes(statement, column))
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
    case SQLITE_TEXT:
      let bytes = UnsafeRawBufferPointer(start: sqlite3_column_text(statement, column), count: count)
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      self = .blob(Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)))
    default: self = .null
    }
  }

  fileprivate func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    switch self {
    case .null: sqlite3_bind_null(statement, place)
    case .integer(let value): sqlite3_bind_int64(statement, place, value)
    case .text(let text): shim_bind_text(statement, place, text, Int32(text.utf8.count))
    case .blob(let bytes): shim_bind_blob(statement, place, bytes, Int32(bytes.count))
    }
  }
}

extension StateError {
  /// What SQLite's code means, the extended ones included.
  init(sqlite code: Int32, path: String) {
    let words = String(cString: sqlite3_errstr(code))
    if code == Self.unfinished {
      self = Messages.unfinished(path)
      return
    }
    switch Self.unreadable.contains(code) ? SQLITE_CORRUPT : code & 0xFF {
    // The statements are ours and right: what SQLite calls an error in one is tables that are not.
    // So is what takes more work, or more room, than anything that was ever written.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_INTERRUPT, SQLITE_TOOBIG: self = Messages.damaged(path)
    case SQLITE_FULL: self = Messages.full(path)
    case SQLITE_READONLY:
      self = DiskState(of: path)?.isReadOnly ?? false ? Messages.readOnlyDisk(path) : Messages.readOnly(path)
    case SQLITE_BUSY, SQLITE_LOCKED: self = Messages.busy(path)
    case SQLITE_PERM, SQLITE_AUTH: self = Messages.forbidden(path, words)
    default: self = Messages.failed(path, words)
    }
  }

  /// SQLITE_READONLY_ROLLBACK, which Swift does not import: a killed writer has left something to undo, and who only
  /// reads may not do it.
  private static let unfinished = SQLITE_READONLY | 3 << 8

  /// What a disk cannot give back is damaged as well: SQLITE_IOERR_READ, _SHORT_READ, _DATA and _CORRUPTFS, which Swift
  /// does not import.
  private static let unreadable: Set<Int32> = Set([1, 2, 32, 33].map { SQLITE_IOERR | $0 << 8 })
}
