import Glibc

/// What a secret is read from; it comes in from outside, so that tests need neither root nor files.
public struct Surroundings: Sendable {
  /// The value of an environment variable; nil where it is not set.
  public var variable: @Sendable (String) -> String?
  /// Opens a file, without following a link, and reads at most so many bytes of it.
  public var file: @Sendable (_ path: String, _ limit: Int) -> Result<FoundFile, FileFailure>
  /// The user that the program runs as.
  public var runningUser: UInt32

  /// Surroundings from their parts.
  public init(
    variable: @escaping @Sendable (String) -> String?,
    file: @escaping @Sendable (_ path: String, _ limit: Int) -> Result<FoundFile, FileFailure>, runningUser: UInt32
  ) {
    self.variable = variable
    self.file = file
    self.runningUser = runningUser
  }

  /// Those of this process.
  public static func ofThisProcess() -> Surroundings {
    Surroundings(
      variable: { name in getenv(name).map { String(cString: $0) } },
      file: { path, limit in openedFile(path, limit: limit, flags: O_NOFOLLOW) },
      runningUser: geteuid())
  }
}

/// Opens `path` and reads at most `limit` bytes of it, and of nothing that is not a regular file.
func openedFile(_ path: String, limit: Int, flags: Int32) -> Result<FoundFile, FileFailure> {
  // Without waiting: a named pipe would otherwise hold up the opening.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags)
  guard descriptor >= 0 else { return .failure(failure(errno)) }
  defer { close(descriptor) }
  var facts = stat()
  guard fstat(descriptor, &facts) == 0 else { return .failure(failure(errno)) }
  let isRegular = facts.st_mode & S_IFMT == S_IFREG
  let bytes = isRegular ? content(descriptor, limit: limit) : []
  guard let bytes else { return .failure(failure(errno)) }
  return .success(
    FoundFile(isRegular: isRegular, owner: facts.st_uid, permissions: facts.st_mode & 0o7777, bytes: bytes))
}

private func content(_ descriptor: Int32, limit: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  var room = [UInt8](repeating: 0, count: 4096)
  while bytes.count < limit {
    let count = read(descriptor, &room, min(room.count, limit - bytes.count))
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { return nil }
    guard count > 0 else { break }
    bytes += room[..<count]
  }
  return bytes
}

private func failure(_ number: Int32) -> FileFailure {
  switch number {
  case ENOENT, ENOTDIR: .absent
  case EACCES, EPERM: .denied
  case ELOOP: .link
  case _: .other(String(cString: strerror(number)).lowercased())
  }
}
