import FileAccess
import Glibc

/// What a secret is read from; it comes in from outside, so that tests need neither root nor files.
public struct SecretContext: Sendable {
  /// The value of an environment variable; nil where it is not set.
  public var variable: @Sendable (String) -> String?
  /// Opens a file, without following a link, and reads at most so many bytes of it.
  public var file: @Sendable (_ path: String, _ limit: Int) -> Result<FoundFile, FileFailure>
  /// The user that the program runs as.
  public var runningUser: UInt32
  /// Why a folder of credentials cannot be trusted, and what mends it; nil where it can.
  public var folderFlaw: @Sendable (_ path: String) -> (words: String, remedy: String?)?

  /// Surroundings from their parts.
  public init(
    variable: @escaping @Sendable (String) -> String?,
    file: @escaping @Sendable (_ path: String, _ limit: Int) -> Result<FoundFile, FileFailure>, runningUser: UInt32,
    folderFlaw: @escaping @Sendable (_ path: String) -> (words: String, remedy: String?)? = { _ in nil }
  ) {
    self.folderFlaw = folderFlaw
    self.variable = variable
    self.file = file
    self.runningUser = runningUser
  }

  /// Those of this process.
  public static func ofThisProcess() -> SecretContext {
    SecretContext(
      variable: { name in getenv(name).map { String(cString: $0) } },
      file: { path, limit in openedFile(path, limit: limit, followsLink: false) },
      runningUser: geteuid(),
      folderFlaw: { path in PathTrust().flaw(ofFolder: path).map { ($0.words, $0.remedy(for: geteuid())) } })
  }
}

/// Opens `path` and reads at most `limit` bytes of it; what is not a regular file is not opened. One that says it is empty
/// is not read: the kernel's own files say so, and what is read of its log is gone from there.
func openedFile(_ path: String, limit: Int, followsLink: Bool) -> Result<FoundFile, FileFailure> {
  do throws(FileAccessError) {
    let file = try RegularFile(path, followsLink: followsLink)
    let bytes = file.size == 0 ? [] : try file.bytes(limit: limit)
    return .success(FoundFile(owner: file.owner, permissions: file.permissions, bytes: bytes))
  } catch {
    switch error {
    case .link: return .failure(.link)
    case .notRegular: return .success(FoundFile(isRegular: false, owner: 0, permissions: 0, bytes: []))
    case .noProc: return .failure(.other(error.words))
    case .failed(let number): return .failure(failure(number))
    }
  }
}

private func failure(_ number: Int32) -> FileFailure {
  switch number {
  case ENOENT, ENOTDIR: .absent
  case EACCES, EPERM: .denied
  case ELOOP: .link
  case _: .other(String(cString: strerror(number)).lowercased())
  }
}
