import Glibc

/// The lock that only one writer holds. It ends with the process, however that ends.
public final class WriterLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of the state in the folder at `path`; nil where another process holds it.
  public init?(_ path: String) throws(StateError) {
    let folder = try StateFolder(making: path)
    let descriptor = try StateFolder.open(folder.lock, in: folder.path)
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
