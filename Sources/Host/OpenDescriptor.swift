/// A path that means something which the program was started with, and not a file of a folder.
package enum OpenDescriptor {
  /// The descriptor that `path` means; nil where it means none.
  package static func number(_ path: String) -> Int32? {
    if path == "/dev/stdin" { return 0 }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }
}
