public import Foundation
import Glibc

extension FileHandle {
  /// Everything up to the end, where it is closed. A signal that comes in between ends nothing; to Foundation's own reading
  /// it is an error.
  public func bytesToEnd() -> Data {
    var bytes = Data()
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(fileDescriptor, &part, part.count)
      if count > 0 {
        bytes.append(contentsOf: part[..<count])
      } else if count == 0 || errno != EINTR {
        // Foundation keeps a process that has ended, and its pipes with it. Once 1354 files are open, it reads beyond its
        // list of them when it starts the next one.
        try? close()
        return bytes
      }
    }
  }
}
