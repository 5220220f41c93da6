import FileAccess
import Glibc
import Text

/// The folder of the state: its files belong to whom the folder belongs, are closed to everybody else, and no link is
/// followed to them. Where somebody else may write, nothing in it is looked at. A service's folder may belong to a group,
/// to whose members its files are open then: one of them writes what people want, another one does it.
struct StateFolder {
  /// Without links: SQLite refuses a path that holds one, and a service's folder may be one (`DynamicUser=`).
  let path: String

  /// The state file.
  var file: String { path + "/" + StateStore.fileName }
  /// What a write that has not come to its end is undone by.
  private var journal: String { file + "-journal" }
  /// What the only writer holds.
  var lock: String { path + "/lock" }

  /// The folder at `path`; nil if there is none yet. Throws where that cannot be told, or something else is there: also a
  /// link to nothing, where no folder can be made.
  init?(existing path: String) throws(StateError) {
    guard let real = realpath(path, nil) else {
      guard errno == ENOENT else { throw Self.failure(path) }
      if Self.isLink(path) { throw Messages.linkToNothing(path) }
      return nil
    }
    defer { free(real) }
    self.path = String(cString: real)
    try Self.check(path)
    var status = stat()
    guard stat(self.path, &status) == 0 else { throw Self.failure(path) }
    if status.st_mode & S_IFMT != S_IFDIR { throw Messages.misplaced(path, ENOTDIR) }
    // Whoever reads a pipe waits for the other end of it, be it this program or SQLite.
    guard try Self.isPlain(journal, in: path) else { throw Messages.link(journal) }
    for name in ["", "-journal"].map({ StateStore.fileName + $0 }) + ["lock"] {
      if let flaw = PathTrust().flaw(ofFile: self.path + "/" + name, in: self.path) { throw Messages.untrusted(flaw) }
    }
  }

  /// Whether a file is at `path` in `folder`, or nothing.
  private static func isPlain(_ path: String, in folder: String) throws(StateError) -> Bool {
    var status = stat()
    if lstat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFREG }
    // It is the folder that is closed: of this file nobody has heard.
    guard errno == ENOENT else { throw failure(folder) }
    return true
  }

  /// Whether a link is at `path`, also if it is written as a folder.
  private static func isLink(_ path: String) -> Bool {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    var status = stat()
    return lstat(String(path), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Why no folder can be made at `path`, where nothing is: the one above it is not there. Nil if it is.
  static func misplaced(_ path: String) -> StateError? {
    access(path.folderAbove, F_OK) != 0 && errno == ENOENT ? nothingAbove(path) : nil
  }

  /// That a folder above `path` is not there: it may be a link to nothing, where none can be made.
  private static func nothingAbove(_ path: String) -> StateError {
    var above = path.folderAbove
    while above.folderAbove != above {
      if isLink(above), access(above, F_OK) != 0 { return Messages.linkToNothing(path, above: above) }
      above = above.folderAbove
    }
    return Messages.misplaced(path, ENOENT)
  }

  /// Throws where somebody else may write in the folder at `path`, or in one on the way to it.
  private static func check(_ path: String) throws(StateError) {
    if let flaw = PathTrust().flaw(ofFolder: path) { throw Messages.untrusted(flaw) }
  }

  /// The folder at `path`, made for this user alone where it is not there. The folders above it must be.
  init(making path: String) throws(StateError) {
    try Self.check(path)
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.failure(path) }
    guard let folder = try StateFolder(existing: path) else { throw Self.failure(path) }
    self = folder
  }

  /// Makes the state file where it is not there. Throws where something other than a file of its own is there.
  func makeFile() throws(StateError) {
    // What was just made by a run that was killed may have yet to be handed over.
    if let status = try fileStatus(), status.st_size > 0 { return share(status) }
    close(try Self.open(file, in: path))
  }

  /// The facts about the state file; nil where it is not there. Throws where something other than a file of its own is
  /// there, or where that cannot be told: no reader may take it for a damaged state, which the next apply would replace.
  func fileStatus() throws(StateError) -> stat? {
    var status = stat()
    if lstat(file, &status) != 0 {
      guard errno == ENOENT else { throw Messages.failure(file, errno) }
      return nil
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw Messages.folder(file) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Messages.link(file) }
    return status
  }

  /// Whether the state file is there and nothing is in it, though runs got to their end with it: a power cut or a full disk has
  /// emptied it. One that was made and never written has seen no run.
  func isEmptied() throws(StateError) -> Bool {
    guard let status = try fileStatus(), status.st_size == 0 else { return false }
    var (found, unfinished) = (stat(), stat())
    return lstat(path + "/" + LastRun.fileName, &found) == 0 && lstat(journal, &unfinished) != 0
  }

  /// Opens a state file from before its folder was given to a group to the members of that; `status` is what it is.
  private func share(_ status: stat) {
    var folder = stat()
    guard status.st_uid == geteuid(), stat(path, &folder) == 0, Self.isToBeShared(status, in: folder) else { return }
    // Opened as a place only: to close any other descriptor would end the locks that SQLite holds on it.
    let place = Glibc.open(file, Self.asPlace | O_NOFOLLOW | O_CLOEXEC)
    guard place >= 0 else { return }
    defer { close(place) }
    var found = stat()
    if fstat(place, &found) == 0, found.st_ino == status.st_ino { _ = chmod("/proc/self/fd/\(place)", 0o660) }
  }

  /// `O_PATH`, which Swift does not see; the same number on amd64 and arm64.
  private static let asPlace: Int32 = 0o10_000_000

  /// Whether the other members of the group to which the folder belongs may not write what they should.
  private static func isToBeShared(_ found: stat, in folder: stat) -> Bool {
    folder.st_mode & 0o020 != 0 && found.st_mode & 0o060 == 0 && found.st_nlink < 2 && found.st_gid == folder.st_gid
  }

  /// A descriptor of the file at `file`, made where it is not there, for the folder's owner alone.
  static func open(_ file: String, in folder: String) throws(StateError) -> Int32 {
    if geteuid() == 0 { makeForOwner(file, in: folder) }
    // Without waiting for the other end of a pipe, which is refused as every thing but a file is.
    let descriptor = Glibc.open(
      file, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
    guard descriptor >= 0 else { throw Self.refusal(of: file) }
    var (found, owner) = (stat(), stat())
    guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Messages.link(file)
    }
    guard stat(folder, &owner) == 0 else { return descriptor }
    // What root makes must not lock out the service that owns the folder. Only what is new, or as empty as that: a second
    // name would be one of a file that is somewhere else.
    if geteuid() == 0, found.st_uid == 0, found.st_nlink == 1, found.st_size == 0 {
      _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }
    // Nor may one member of the group lock out the others.
    if isToBeShared(found, in: owner) { _ = fchmod(descriptor, 0o660) }
    return descriptor
  }

  /// Makes the file at `file` where it is not there and the folder is not root's: it has its name only once it has been
  /// handed over, as a kill in between would lock out the owner. What cannot be done so is left to whoever opens it.
  private static func makeForOwner(_ file: String, in folder: String) {
    var (found, owner) = (stat(), stat())
    guard lstat(file, &found) != 0, errno == ENOENT, stat(folder, &owner) == 0, owner.st_uid != 0 else { return }
    let draft = file + ".made"
    unlink(draft)
    let descriptor = Glibc.open(draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let isShared = owner.st_mode & 0o020 != 0
    if fchown(descriptor, owner.st_uid, owner.st_gid) == 0, !isShared || fchmod(descriptor, 0o660) == 0 {
      _ = link(draft, file)
    }
    unlink(draft)
    close(descriptor)
  }

  /// What becomes of a file that is as empty as it was made.
  enum Repair: Hashable {
    case handOver
    case remove
  }

  /// What `user` is to do about `found`, in a `folder` of which it holds the lock: a run of root's that was killed has made
  /// it, and had yet to hand it over. Nil for anything else.
  static func repair(of found: stat, in folder: stat, by user: uid_t) -> Repair? {
    guard found.st_mode & S_IFMT == S_IFREG, found.st_size < 1, found.st_nlink < 2, found.st_uid == 0,
      folder.st_uid != 0
    else { return nil }
    return user == 0 ? .handOver : user == folder.st_uid ? .remove : nil
  }

  /// Does so with what SQLite or a run has made in the folder at `path`.
  static func repairLeftovers(in path: String) {
    var folder = stat()
    guard stat(path, &folder) == 0 else { return }
    for file in [StateStore.fileName + "-journal", LastRun.fileName].map({ path + "/" + $0 }) {
      var found = stat()
      guard lstat(file, &found) == 0 else { continue }
      switch repair(of: found, in: folder, by: geteuid()) {
      case .handOver: _ = lchown(file, folder.st_uid, folder.st_gid)
      case .remove: unlink(file)
      case nil: break
      }
    }
  }

  /// A descriptor of the lock. On a read-only disk it is one for reading, which keeps others out as well: what is there is
  /// still read and obeyed.
  func openLock() throws(StateError) -> Int32 {
    do throws(StateError) {
      return try Self.open(lock, in: path)
    } catch {
      guard error.kind == .readOnlyDisk else { throw error }
      let descriptor = Glibc.open(lock, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      guard descriptor >= 0 else { throw error }
      return descriptor
    }
  }

  /// Why what is at `file` was not opened: a folder, a link, a socket and the like are no file of its own.
  private static func refusal(of file: String) -> StateError {
    switch errno {
    case EISDIR: Messages.folder(file)
    case ELOOP, ENXIO, ENODEV: Messages.link(file)
    default: failure(file)
    }
  }

  /// Why the folder at `path` is not to be had. One that is none, or is not there and cannot be made, is another place than
  /// the one that is meant: locks that are somewhere else are not to be forgotten for that. What a disk or a lack of memory
  /// keeps from being read is the right place, and the schedule is enforced.
  private static func failure(_ path: String) -> StateError {
    switch errno {
    case ENOENT: nothingAbove(path)
    case ENOTDIR, ENAMETOOLONG, ELOOP: Messages.misplaced(path, errno)
    default: Messages.failure(path, errno)
    }
  }
}

/// The lock that only one writer holds. It ends with the process, however that ends.
public final class WriterLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of the state in the folder at `path`; nil where another process holds it.
  public init?(_ path: String) throws(StateError) {
    let folder = try StateFolder(making: path)
    let descriptor = try folder.openLock()
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  // A process that was just started has a copy of the descriptor until it becomes another program, and would hold the
  // lock as long; to unlock ends it for every copy.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
