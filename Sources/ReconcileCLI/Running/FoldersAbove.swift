import Glibc

/// Makes the folders that a state of a user's own lies in.
enum FoldersAbove {
  /// Makes every folder above `path` and `path` itself, where they are not there, for their owner alone. What cannot be
  /// made shows when the state is opened.
  static func make(_ path: String) {
    for (index, character) in zip(path.indices, path) where character == "/" && index > path.startIndex {
      makeOne(String(path[..<index]))
    }
    makeOne(path)
  }

  private static func makeOne(_ path: String) {
    guard mkdir(path, 0o700) == 0, geteuid() == 0 else { return }
    // What root makes in a person's home is that person's.
    var above = stat()
    if stat(path + "/..", &above) == 0 { _ = lchown(path, above.st_uid, above.st_gid) }
  }
}
