import Glibc

/// The lock that only one writer holds. It ends with the process, however that ends.
public final class WriterLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of the state in the folder at `path`; nil where another process holds it.
  public init?(_ path: String) throws(JournalError) {
    let folder = try StateFolder(making: path)
    let descriptor = try StateFolder.open(folder.lock, in: folder.path)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
