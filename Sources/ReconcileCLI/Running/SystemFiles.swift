import Glibc

/// The machine's own files.
public struct SystemFiles: Files {
  /// The machine's own files.
  public init() {}

  /// What stands there, by `stat`.
  public func kind(of path: String) throws(FileError) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Self.failure(path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .folder
    case S_IFIFO, S_IFCHR: return .stream
    default: return .other
    }
  }

  /// The names there, without `.` and `..`.
  public func names(in path: String) throws(FileError) -> [String] {
    guard let folder = opendir(path) else { throw Self.failure(path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes there, as far as `limit` and one more. Waits for what a stream has yet to bring.
  public func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    // What has become a pipe since it was looked at must not hang the run: it is opened without waiting for a writer.
    let waiting = try kind(of: path) == .stream ? 0 : O_NONBLOCK
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | waiting)
    guard descriptor >= 0 else { throw Self.failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count <= limit {
      let count = read(descriptor, &chunk, min(chunk.count, limit + 1 - bytes.count))
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.failure(path)
      }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// By `realpath`.
  public func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func failure(_ path: String) -> FileError {
    FileError(path: path, reason: String(cString: strerror(errno)))
  }
}
