import Glibc

/// What stands at a path, links not followed.
struct FileStatus {
  /// Whether anything stands there.
  let isThere: Bool

  /// Looks at `path`. Throws where that cannot be told.
  init(of path: String) throws(StateError) {
    var status = stat()
    isThere = lstat(path, &status) == 0
    if !isThere, errno != ENOENT { throw Messages.failure(path, errno) }
  }
}
