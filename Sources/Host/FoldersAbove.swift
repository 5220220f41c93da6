import CLinux
import Glibc

/// Makes the folders that a state of a user's own lies in.
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
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    // In somebody else's home root keeps nothing: that person could put something else in its place.
    if geteuid() == 0, stat(folder, &above) == 0, above.st_uid != 0 { return }
    mkdir(path, 0o700)
  }
}
