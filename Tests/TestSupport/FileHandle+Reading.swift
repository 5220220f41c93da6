public import Foundation
import Glibc

extension FileHandle {
  /// Everything up to the end. A signal that comes in between ends nothing; to Foundation's own reading it is an error.
  public func bytesToEnd() -> Data {
    var bytes = Data()
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(fileDescriptor, &part, part.count)
      if count > 0 {
        bytes.append(contentsOf: part[..<count])
      } else if count == 0 || errno != EINTR {
        return bytes
      }
    }
  }
}
