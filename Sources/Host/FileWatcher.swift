import CLinux
import Glibc
import Synchronization
import Text

/// Tells when the files of a policy may have changed: written, renamed, or another link put in their place.
///
/// A file is watched through its folders, because whoever replaces it by a rename leaves no trace on the old file:
/// every folder on the way there, for the next name on the way, and the same again for where links lead to. The folder
/// of a policy that is a directory is watched for every name.
final class FileWatcher: Sendable {
  /// Readable when something has happened in a folder.
  let descriptor: Int32
  /// By watch, the names that matter there; an empty name stands for every name.
  private let names = Mutex<[Int32: Set<String>]>([:])

  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  /// Watches nothing yet; nil where the system does not allow it.
  init?() {
    // Both flags have the same values as those of `open`, by which they are defined.
    descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { return nil }
  }

  /// Watches the ways to `paths`, and no other ways any more.
  func attend(to paths: [String]) {
    names.withLock { names in
      for watch in names.keys.sorted() { inotify_rm_watch(descriptor, watch) }
      names = [:]
      for way in paths.flatMap(Self.ways) {
        for step in Self.steps(of: way) { watch(step, &names) }
        // A policy that is a directory; for a file this is refused.
        watch((way, ""), &names)
      }
    }
  }

  private func watch(_ step: (folder: String, name: String), _ names: inout [Int32: Set<String>]) {
    let watch = inotify_add_watch(descriptor, step.folder, Self.events)
    if watch >= 0 { names[watch, default: []].insert(step.name) }
  }

  /// The path as it is written, and as each link on the way makes it, one after the other: also where the last one leads
  /// nowhere, as what it leads to may come back.
  static func ways(to path: String) -> [String] {
    var ways = [path]
    // As many as the system follows.
    while ways.count <= 40, let next = followingFirstLink(on: ways[ways.count - 1]) { ways.append(next) }
    return ways
  }

  /// `path` with where its first link leads to in place of that link; nil where there is none.
  private static func followingFirstLink(on path: String) -> String? {
    let steps = steps(of: path)
    for (number, step) in steps.enumerated() {
      let above = step.folder == "/" ? "/" : step.folder + "/"
      guard let goal = target(of: above + step.name) else { continue }
      return ([goal.hasPrefix("/") ? goal : above + goal] + steps[(number + 1)...].map { $0.name }).joined(
        separator: "/")
    }
    return nil
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    return count <= 0 ? nil : String(decoding: bytes[..<count].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// Every folder on the way with the name of the next step: `/` and `etc`, `/etc` and `policy.yaml`.
  static func steps(of path: String) -> [(folder: String, name: String)] {
    var folder = path.hasPrefix("/") ? "/" : "."
    return path.split(separator: "/").map { name in
      defer { folder = folder == "/" ? "/" + name : folder + "/" + name }
      return (folder, String(name))
    }
  }

  /// Reads what happened; whether something of it matters.
  func wasTouched() -> Bool {
    var isTouched = false
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isTouched }
      if names.withLock({ names in Self.isTold(of: names, by: buffer[..<count]) }) { isTouched = true }
    }
  }

  /// Whether one of these events is about a name that matters. Each is a number, what happened, a cookie and the
  /// length of its name, four bytes each, then the name up to a zero.
  static func isTold(of names: [Int32: Set<String>], by bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 16 <= bytes.count {
        let watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
        let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        let name = String(decoding: bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }, as: UTF8.self)
        // Where events were lost anything may have happened.
        if mask & UInt32(IN_Q_OVERFLOW) != 0 || isWanted(name, names[watch] ?? []) { return true }
        offset += 16 + length
      }
      return false
    }
  }

  /// A folder itself, moved or gone, has no name in its event.
  private static func isWanted(_ name: String, _ wanted: Set<String>) -> Bool {
    guard !wanted.isEmpty else { return false }
    return name.isEmpty || wanted.contains("") || wanted.contains(name)
  }

  /// Watches nothing any more.
  func close() { Glibc.close(descriptor) }
}

/// Makes the folders that a state of a user's own is in.
package enum FoldersAbove {
  /// Makes every folder above `path` and `path` itself, where they are not there, for their owner alone. What cannot be
  /// made shows when the state is opened.
  package static func make(_ path: String) {
    for (index, character) in zip(path.indices, path) where character == "/" && index > path.startIndex {
      makeOne(String(path[..<index]))
    }
    makeOne(path)
  }

  private static func makeOne(_ path: String) {
    var above = stat()
    // In somebody else's home root keeps nothing: that person could put something else in its place.
    if geteuid() == 0, stat(path.folderAbove, &above) == 0, above.st_uid != 0 { return }
    mkdir(path, 0o700)
  }
}
