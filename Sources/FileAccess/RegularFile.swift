import CLinux
import Glibc

/// Why a file was not opened or read.
public enum FileAccessError: Error, Hashable, Sendable {
  /// It is a link, which was not to be followed.
  case link
  /// It is a folder, a pipe, a socket or a device, and was not opened.
  case notRegular
  /// `/proc` is not there, through which files are opened that were looked at before.
  case noProc
  /// What the system says, an `errno`.
  case failed(Int32)

  /// In a few words, such as `Permission denied`.
  public var words: String {
    switch self {
    case .link: "it is a symbolic link"
    case .notRegular: "it is not a regular file"
    case .noProc: "/proc is not mounted, which every file is opened through"
    case .failed(let number): String(cString: strerror(number))
    }
  }
}

/// A regular file that is open for reading. Nothing else is ever opened: to open a device may start something, and whoever
/// opens a pipe waits for its other end.
public struct RegularFile: ~Copyable {
  /// The user that it belongs to.
  public let owner: UInt32
  /// The permission bits, such as `0o600`.
  public let permissions: UInt32
  /// How many bytes it says it has. Those of the kernel say 0, and to read one may take what it tells from others.
  public let size: Int
  private let descriptor: Int32

  /// Opens the file at `path`; links on the way are followed, and the last one where `followsLink` says so.
  ///
  /// What is there is looked at through a descriptor that reads nothing (`O_PATH`), and that very file is opened.
  public init(_ path: String, followsLink: Bool) throws(FileAccessError) {
    let place = shim_open_place(path, followsLink ? 1 : 0)
    guard place >= 0 else { throw .failed(errno) }
    defer { close(place) }
    var status = stat()
    guard fstat(place, &status) == 0 else { throw .failed(errno) }
    guard status.st_mode & S_IFMT != S_IFLNK else { throw .link }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    let descriptor = open("/proc/self/fd/\(place)", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw errno == ENOENT || errno == ENOTDIR ? .noProc : .failed(errno) }
    self.descriptor = descriptor
    (owner, permissions, size) = (status.st_uid, status.st_mode & 0o7777, Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// Its bytes, as far as `limit`.
  public func bytes(limit: Int) throws(FileAccessError) -> [UInt8] {
    try Self.bytes(of: descriptor, limit: limit, room: size + 1)
  }

  /// What is read from `descriptor`, as far as `limit`; `room` bytes are expected.
  public static func bytes(of descriptor: Int32, limit: Int, room: Int = 0) throws(FileAccessError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Room for all that a file holds, so that nothing is copied.
    var room = max(65_536, room)
    while bytes.count < limit {
      let (chunk, count) = read(descriptor, min(room, limit - bytes.count))
      if count < 0 {
        if errno == EINTR { continue }
        throw .failed(errno)
      }
      if count == 0 { break }
      bytes = bytes.isEmpty ? chunk : bytes + chunk
      room = 65_536
    }
    // Not with all the room that was left: a folder may hold thousands of small files.
    return bytes.count < 32_768 ? bytes.withUnsafeBufferPointer(Array.init) : bytes
  }

  /// At most `most` bytes, and what `read` says.
  private static func read(_ descriptor: Int32, _ most: Int) -> (bytes: [UInt8], count: Int) {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, initialized in
      count = Glibc.read(descriptor, buffer.baseAddress, most)
      initialized = max(0, count)
    }
    return (bytes, count)
  }
}
