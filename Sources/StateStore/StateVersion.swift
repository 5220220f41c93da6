import Glibc

/// Which transaction the file of a state was written by last, read without opening the state.
///
/// SQLite counts every transaction of a database with a rollback journal in its header, so that two equal versions hold
/// the same: https://www.sqlite.org/fileformat.html#file_change_counter
public struct StateVersion: Equatable, Sendable {
  private let inode: UInt
  private let counter: [UInt8]

  /// The version of the state whose database is `file`; nil if there is none that can be read.
  public init?(of file: String) {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    var counter = [UInt8](repeating: 0, count: 4)
    guard fstat(descriptor, &status) == 0, pread(descriptor, &counter, counter.count, 24) == counter.count else {
      return nil
    }
    self.inode = UInt(status.st_ino)
    self.counter = counter
  }
}
