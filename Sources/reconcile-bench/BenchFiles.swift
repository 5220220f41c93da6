import Glibc

/// The few files that a measurement reads and writes.
enum BenchFiles {
  static func bytes(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &chunk, chunk.count), count > 0 { result += chunk[..<count] }
    return result
  }

  /// How many bytes the file at `path` has; nil if there is none.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Writes `text` to a new file; its path, or nil where that failed.
  static func temporary(_ text: String) -> String? {
    var path = Array("/tmp/reconcile-bench-XXXXXX.yaml".utf8CString)
    let file = mkstemps(&path, 5)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard write(file, bytes, bytes.count) == bytes.count else { return nil }
    return String(decoding: path.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  static func remove(_ path: String) { unlink(path) }
}
