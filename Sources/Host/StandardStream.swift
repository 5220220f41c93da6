import Glibc
import Synchronization

/// Standard output or error: all of a text is written, and it is remembered that some of it could not be.
final class StandardStream: Sendable {
  private let descriptor: Int32
  /// The first `errno` of a write that failed; 0 while none did.
  private let failure = Mutex<Int32>(0)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Why something was not written, such as `No space left on device`; nil where everything was. A reader that has gone
  /// away (`| head`) has seen what it wanted.
  var problem: String? {
    let error = failure.withLock(\.self)
    return error == 0 || error == EPIPE ? nil : String(cString: strerror(error))
  }

  /// Writes all of `text`. That it cannot be written is no reason to leave a run half-done.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          let error = errno
          failure.withLock { if $0 == 0 { $0 = error } }
          return
        }
        rest = UnsafeBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}
