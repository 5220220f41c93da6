import Glibc

/// What stands at a path, links not followed.
struct FileStatus {
  /// Whether anything stands there.
  let isThere: Bool

  /// Looks at `path`.
  init(of path: String) {
    var status = stat()
    isThere = lstat(path, &status) == 0
  }
}
