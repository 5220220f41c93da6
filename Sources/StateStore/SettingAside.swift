import CivilTime
import Glibc

/// Puts a new state file in the place of a damaged one, of which nothing is lost: the damaged file gets a second name, by
/// which it is kept, and stays in its place until the new one is complete. A run that is killed on the way, or a disk
/// without room, leaves it there.
struct SettingAside {
  private let folder: StateFolder
  /// By what name the damaged file is kept.
  let kept: String
  /// Whether it had that name before: a writer who began this was killed.
  private let isBegun: Bool

  /// How many damaged files are kept: a disk that goes on damaging them must not be filled with them.
  private static let keptDamaged = 5

  /// Of the file in `folder`, by a name with the time `now` unless it has one.
  init(_ folder: StateFolder, at now: Instant) {
    self.folder = folder
    if let begun = folder.secondName {
      (kept, isBegun) = (begun, true)
      return
    }
    var seconds = now.secondsSinceEpoch
    while access(Self.name(folder, seconds), F_OK) == 0 { seconds += 1 }
    (kept, isBegun) = (Self.name(folder, seconds), false)
  }

  /// The last part of it.
  private var keptName: String { kept.split(separator: "/").last.map(String.init) ?? kept }

  private static func name(_ folder: StateFolder, _ seconds: Int64) -> String { "\(folder.file).damaged-\(seconds)" }

  /// One thing that is done at once, or not at all; whatever comes after it may be missing.
  enum Step: CaseIterable {
    case keepFile
    case keepJournal
    case noteNames
    case beginDraft
    /// Writes into the new file what can be read of the damaged one.
    case fillDraft
    case dropJournal
    case takeItsPlace
    case noteName
    case dropOldest
  }

  /// Puts the new file in the place of the damaged one, and says whether it holds all overrides. Where that fails,
  /// everything is as it was.
  func replaced(at now: Instant) throws(StateError) -> Bool {
    var hasOverrides = false
    do throws(StateError) {
      for step in Step.allCases { hasOverrides = try take(step, at: now) || hasOverrides }
      return hasOverrides
    } catch {
      removeDraft()
      // What a run before has begun may be all that is left of a write that was cut off.
      if !isBegun { for name in [kept, kept + "-journal"] { unlink(name) } }
      throw error
    }
  }

  /// Takes one step. True where it has put all overrides into the new file.
  func take(_ step: Step, at now: Instant) throws(StateError) -> Bool {
    let journal = folder.file + "-journal"
    switch step {
    case .keepFile: try keep(folder.file, as: kept)
    case .keepJournal: if access(journal, F_OK) == 0 { try keep(journal, as: kept + "-journal") }
    case .noteNames: try sync()
    case .beginDraft:
      removeDraft()
      close(try StateFolder.open(folder.draft, in: folder.path))
    case .fillDraft:
      // It is closed before it gets its name: SQLite calls a journal by the name that the file had.
      let draft = try Database(folder.draft, .write, named: folder.file)
      return try StateStore.fill(draft, from: kept, at: now, kept: keptName)
    // It belongs to the damaged file, and would spoil the new one.
    case .dropJournal: if unlink(journal) != 0, errno != ENOENT { throw failure }
    case .takeItsPlace: if rename(folder.draft, folder.file) != 0 { throw failure }
    // The new file has its place by now, whatever the disk says: nothing is taken back.
    case .noteName: try? sync()
    case .dropOldest: removeOldest()
    }
    return false
  }

  private var failure: StateError { Messages.failure(folder.file, errno) }

  private func removeDraft() { for name in [folder.draft + "-journal", folder.draft] { unlink(name) } }

  /// Gives the file at `path` a second name; a copy of it where the disk knows no second names.
  private func keep(_ path: String, as other: String) throws(StateError) {
    if link(path, other) == 0 || errno == EEXIST { return }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { throw failure }
    try copy(path, to: other)
  }

  private func copy(_ path: String, to other: String) throws(StateError) {
    let from = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard from >= 0 else { throw failure }
    defer { close(from) }
    let to = try StateFolder.open(other, in: folder.path)
    defer { close(to) }
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(from, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure }
      if count == 0 { break }
      var rest = part[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw failure }
        rest = rest.dropFirst(written)
      }
    }
    guard fsync(to) == 0 else { throw failure }
  }

  /// Has the disk note the names, before what relies on them is done. Some file systems have no way to do that.
  private func sync() throws(StateError) {
    let descriptor = Glibc.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || [EINVAL, EOPNOTSUPP, ENOSYS].contains(errno) else { throw failure }
  }

  /// A file goes together with its journal, which says what is missing in it.
  private func removeOldest() {
    let others = Set(folder.damaged.map(Self.withoutJournal)).subtracting([keptName]).sorted()
    for name in others.dropLast(Self.keptDamaged - 1) {
      for file in [name, name + "-journal"] { unlink(folder.path + "/" + file) }
    }
  }

  private static func withoutJournal(_ name: String) -> String {
    name.hasSuffix("-journal") ? String(name.dropLast("-journal".count)) : name
  }
}

extension StateFolder {
  /// The file that is to take the place of a damaged one.
  var draft: String { file + ".new" }

  /// By what other name the state file is kept already, as it is damaged, by a writer who did not come to the end of setting it
  /// aside: its rollback journal may be there alone. Nil where there is none.
  var secondName: String? {
    var found = stat()
    guard lstat(file, &found) == 0, found.st_nlink > 1 else { return nil }
    return damaged.map { path + "/" + $0 }.first { name in
      var other = stat()
      return lstat(name, &other) == 0 && other.st_ino == found.st_ino && other.st_dev == found.st_dev
    }
  }

  /// The names of those that were set aside, the oldest first, with what belongs to them.
  var damaged: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(StateStore.fileName + ".damaged-") { names.append(name) }
    }
    return names.sorted()
  }
}
