import CLinux
import FileAccess
import Glibc

/// The machine's own files.
package struct SystemFiles: Files {
  /// The machine's own files.
  package init() {}

  /// What is there, by `stat`.
  package func kind(of path: String) throws(FileError) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Self.failure(path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .folder
    default: return OpenDescriptor.number(path) == nil ? .other : .stream
    }
  }

  /// By its mode, its owner and its group.
  package func isClosed(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid == 0 else { return false }
    return status.st_mode & S_IROTH == 0 && (status.st_gid == 0 || status.st_mode & S_IRGRP == 0)
  }

  /// By its mode, of a file or a folder.
  package func isOpenToAll(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return false }
    return status.st_mode & S_IWOTH != 0
  }

  /// The names there, without `.` and `..`.
  package func names(in path: String) throws(FileError) -> [String] {
    guard let folder = opendir(path) else { throw Self.failure(path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes there, as far as `limit` and one more. Waits for what a stream has yet to bring.
  package func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = try kind(of: path) == .stream ? OpenDescriptor.number(path) : nil
    do throws(FileAccessError) {
      guard let descriptor else { return try RegularFile(path, followsLink: true).bytes(limit: limit + 1) }
      return try RegularFile.bytes(of: descriptor, limit: limit + 1)
    } catch {
      guard case .failed(let number) = error else { throw FileError(path: path, reason: error.words) }
      throw FileError(path: path, number: number)
    }
  }

  /// Writes `text` to a file that is new, readable by everybody whatever the process's mask says; one that is there, a
  /// dangling link too, is an error. It gets its name once it is whole, so that a run that is killed leaves no part of it.
  func publish(_ path: String, _ text: String) throws(FileError) {
    var facts = stat()
    if lstat(path, &facts) == 0 { throw FileError(path: path, number: EEXIST) }
    try Self.drafting(path, for: path) { draft throws(FileError) in
      try create(draft, text, isReadableByAll: true)
      defer { unlink(draft) }
      if link(draft, path) == 0 { return }
      // Some disks know no second name of a file, such as a memory card.
      guard [EPERM, ENOTSUP, ENOSYS].contains(errno) else { throw Self.failure(path) }
      try create(path, text, isReadableByAll: true)
    }
  }

  /// Writes `text` to a new file beside `path` and puts it in its place, readable by everybody whatever the process's
  /// mask says. A link is followed, so that what it points to is replaced.
  func replace(_ path: String, _ text: String) throws(FileError) {
    let goal = resolved(path) ?? path
    try Self.drafting(goal, for: path) { draft throws(FileError) in
      try create(draft, text, isReadableByAll: true)
      guard rename(draft, goal) == 0 else { throw Self.givenUp(draft, -1) }
    }
  }

  /// Writes `text` to a new file beside the one that `path` leads to, gives it the owner, group and permissions of that one,
  /// and puts it in its place, as long as that holds `old`.
  func rewrite(_ path: String, _ text: String, over old: [UInt8]) throws(FileError) {
    guard let goal = resolved(path) else { throw Self.failure(path) }
    var facts = stat()
    guard lstat(goal, &facts) == 0 else { throw Self.failure(path) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, reason: FileError.notRegular) }
    try Self.drafting(goal, for: path) { draft throws(FileError) in
      // Nobody may read more of the draft than of the file.
      try create(draft, text, isReadableByAll: false, permissions: 0o600, like: facts)
      guard try bytes(of: goal, limit: old.count) == old else {
        unlink(draft)
        throw FileError(path: path, reason: "somebody else has changed it meanwhile")
      }
      guard rename(draft, goal) == 0 else { throw Self.givenUp(draft, -1) }
    }
  }

  /// Writes `text` to a new file beside `path` that only its owner may read, and gives it that name; instead of a file
  /// or a link that is there already where `replaces` says so.
  func keep(_ path: String, _ text: String, replaces: Bool) throws(FileError) {
    try Self.drafting(path, for: path) { draft throws(FileError) in
      try create(draft, text, isReadableByAll: false, permissions: 0o600)
      guard replaces else {
        defer { unlink(draft) }
        guard link(draft, path) == 0 else { throw Self.failure(path) }
        return
      }
      guard rename(draft, path) == 0 else { throw Self.givenUp(draft, -1) }
    }
  }

  /// Takes the file away that is at `path`.
  func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw Self.failure(path) }
  }

  /// Has a file beside `goal` written that is to get its name. What goes wrong is told of `path`, as somebody called it.
  private static func drafting(
    _ goal: String, for path: String, _ write: (_ draft: String) throws(FileError) -> Void
  ) throws(FileError) {
    let slash = goal.lastIndex(of: "/").map { goal.index(after: $0) } ?? goal.startIndex
    // Hidden, and without the ending that a reader of the folder looks for.
    let (folder, beginning) = (String(goal[..<slash]), ".\(goal[slash...]).")
    let draft = "\(folder)\(beginning)\(getpid()).new"
    unlink(draft)
    removeDrafts(folder.isEmpty ? "." : folder, beginning)
    do {
      try write(draft)
    } catch {
      var error = error
      error.path = path
      throw error
    }
  }

  /// After so many seconds a draft is one that a run left which was killed: writing takes a moment.
  private static let leftAfterSeconds = 60

  /// Removes what runs have left in `folder` that were killed, of drafts whose names have this `beginning`.
  private static func removeDrafts(_ folder: String, _ beginning: String) {
    guard let names = try? SystemFiles().names(in: folder) else { return }
    for name in names where name.hasPrefix(beginning) && name.hasSuffix(".new") {
      let number = name.dropFirst(beginning.count).dropLast(".new".count)
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      var status = stat()
      guard Int32(number) != nil, lstat(path, &status) == 0, abs(time(nil) - status.st_mtim.tv_sec) > leftAfterSeconds
      else { continue }
      unlink(path)
    }
  }

  private func create(
    _ path: String, _ text: String, isReadableByAll: Bool, permissions: mode_t = 0o644, like other: stat? = nil
  ) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw Self.failure(path) }
    if isReadableByAll, fchmod(descriptor, 0o644) != 0 { throw Self.givenUp(path, descriptor) }
    if let other {
      let isAlike =
        fchown(descriptor, other.st_uid, other.st_gid) == 0 && fchmod(descriptor, other.st_mode & 0o7777) == 0
      guard isAlike else { throw Self.givenUp(path, descriptor) }
    }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Self.givenUp(path, descriptor) }
      rest = rest.dropFirst(count)
    }
    guard close(descriptor) == 0 else { throw Self.givenUp(path, -1) }
  }

  /// Takes the file that was begun away again; the reason is that of the failure before.
  private static func givenUp(_ path: String, _ descriptor: Int32) -> FileError {
    let error = failure(path)
    unlink(path)
    if descriptor >= 0 { close(descriptor) }
    return error
  }

  /// By `realpath`.
  package func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func failure(_ path: String) -> FileError {
    FileError(path: path, number: errno)
  }
}
