import CSQLite
import Glibc
import Synchronization

/// SQLite's way to the files, with a hand in between: what goes to the folder of a `Disk` asks that disk first.
///
/// Files elsewhere are read and written as ever.
enum FaultyFiles {
  /// SQLite's own way. `nonisolated(unsafe)`: set once, before anything is opened through it, and never changed.
  nonisolated(unsafe) fileprivate static let own: UnsafeMutablePointer<sqlite3_vfs>? = sqlite3_vfs_find(nil)
  nonisolated(unsafe) private static let way = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)

  fileprivate struct OpenFile: @unchecked Sendable {
    var disk: Weak
    /// `@unchecked`: points to a table of SQLite's that never changes.
    var own: UnsafePointer<sqlite3_io_methods>
  }

  fileprivate struct Weak: Sendable {
    weak var disk: Disk?
  }

  private struct Known: Sendable {
    var disks: [String: Weak] = [:]
    var files: [Int: OpenFile] = [:]
    /// By the address of a table of SQLite's own, the same but for those methods that write.
    var tables: [Int: Table] = [:]
  }

  /// `@unchecked`: filled before anybody else sees it, and never changed.
  private struct Table: @unchecked Sendable {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)

    init(_ own: sqlite3_io_methods) {
      var changed = own
      changed.xWrite = write
      changed.xTruncate = truncate
      changed.xClose = close
      methods.initialize(to: changed)
    }
  }

  private static let known = Mutex(Known())

  private static let isInstalled: Bool = {
    guard let own else { return false }
    var changed = own.pointee
    changed.pNext = nil
    changed.xOpen = open
    changed.xDelete = delete
    way.initialize(to: changed)
    return sqlite3_vfs_register(way, 1) == SQLITE_OK
  }()

  /// Puts the hand in between.
  static func install() { precondition(isInstalled, "SQLite has no way to files") }

  static func add(_ disk: Disk) { known.withLock { $0.disks[disk.path] = Weak(disk: disk) } }
  static func remove(_ path: String) { known.withLock { $0.disks[path] = nil } }

  /// The disk of the file at `path`, which lies directly in its folder.
  fileprivate static func disk(of path: String) -> Disk? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return known.withLock { $0.disks[String(path[..<slash])]?.disk }
  }

  fileprivate static func file(_ file: UnsafeMutablePointer<sqlite3_file>?) -> OpenFile? {
    known.withLock { $0.files[Int(bitPattern: file)] }
  }

  fileprivate static func watch(_ file: UnsafeMutablePointer<sqlite3_file>, _ disk: Disk) {
    guard let own = file.pointee.pMethods else { return }
    let table = known.withLock { known in
      let table = known.tables[Int(bitPattern: own)] ?? Table(own.pointee)
      known.tables[Int(bitPattern: own)] = table
      known.files[Int(bitPattern: file)] = OpenFile(disk: Weak(disk: disk), own: own)
      return table
    }
    file.pointee.pMethods = UnsafePointer(table.methods)
  }

  fileprivate static func forget(_ file: UnsafeMutablePointer<sqlite3_file>) {
    let own = known.withLock { $0.files.removeValue(forKey: Int(bitPattern: file)) }
    if let own { file.pointee.pMethods = own.own }
  }
}

// MARK: - What SQLite calls

private let open:
  @convention(c) (
    UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
    UnsafeMutablePointer<Int32>?
  ) -> Int32 = { _, name, file, flags, flagsOut in
    let code = FaultyFiles.own?.pointee.xOpen(FaultyFiles.own, name, file, flags, flagsOut) ?? SQLITE_ERROR
    guard code == SQLITE_OK, let name, let file, let disk = FaultyFiles.disk(of: String(cString: name)) else {
      return code
    }
    FaultyFiles.watch(file, disk)
    return code
  }

private let delete: @convention(c) (UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, Int32) -> Int32 = {
  _, name, sync in
  // Even a full disk lets go of a file.
  if let name, let disk = FaultyFiles.disk(of: String(cString: name)), case .dead = disk.write {
    return SQLITE_IOERR
  }
  return FaultyFiles.own?.pointee.xDelete(FaultyFiles.own, name, sync) ?? SQLITE_ERROR
}

private let write:
  @convention(c) (UnsafeMutablePointer<sqlite3_file>?, UnsafeRawPointer?, Int32, sqlite3_int64) -> Int32 = {
    file, bytes, count, offset in
    guard let known = FaultyFiles.file(file) else { return SQLITE_IOERR }
    switch known.disk.disk?.write {
    case .dead: return SQLITE_IOERR
    case .full: return SQLITE_FULL
    case .done, nil: return known.own.pointee.xWrite(file, bytes, count, offset)
    }
  }

private let truncate: @convention(c) (UnsafeMutablePointer<sqlite3_file>?, sqlite3_int64) -> Int32 = { file, size in
  guard let known = FaultyFiles.file(file) else { return SQLITE_IOERR }
  if case .dead? = known.disk.disk?.write { return SQLITE_IOERR }
  return known.own.pointee.xTruncate(file, size)
}

private let close: @convention(c) (UnsafeMutablePointer<sqlite3_file>?) -> Int32 = { file in
  guard let file, let known = FaultyFiles.file(file) else { return SQLITE_IOERR }
  FaultyFiles.forget(file)
  return known.own.pointee.xClose(file)
}
