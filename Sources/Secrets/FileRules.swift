/// A file that was opened without following a link.
public struct FoundFile: Hashable, Sendable {
  /// Whether it is a regular file.
  public var isRegular: Bool
  /// The user that it belongs to.
  public var owner: UInt32
  /// The permission bits, such as `0o600`.
  public var permissions: UInt32
  /// Its content; one byte more than the limit at most.
  public var bytes: [UInt8]

  /// A file from what is known of it.
  public init(isRegular: Bool = true, owner: UInt32, permissions: UInt32, bytes: [UInt8]) {
    self.isRegular = isRegular
    self.owner = owner
    self.permissions = permissions
    self.bytes = bytes
  }
}

/// Why a file was not opened.
public enum FileFailure: Error, Hashable, Sendable {
  /// It is not there.
  case absent
  /// It is there, or may be, and must not be looked at.
  case denied
  /// It is a symbolic link.
  case link
  /// Anything else that the system says.
  case other(String)
}

/// What must hold for a file that holds a secret.
///
/// | rule                          | `{file}`, own credential folders | `$CREDENTIALS_DIRECTORY` |
/// |-------------------------------|----------------------------------|--------------------------|
/// | a regular file, no link       | yes                              | yes                      |
/// | owned by root or by the user  | yes                              | yes                      |
/// | closed to others              | yes                              | yes                      |
/// | closed to the group           | yes                              | may be read              |
/// | at most 4 KiB                 | yes                              | yes                      |
///
/// systemd gives a service its credentials through an access control list, whose mask is where the group's
/// permissions are otherwise: `0440` there says nothing about a group.
enum FileRules {
  /// The most bytes of a file with a secret.
  static let largestSize = 4096

  enum Violation: Hashable {
    case notRegular
    case owner(UInt32)
    case open(permissions: UInt32)
    case tooLarge
  }

  static func violation(
    _ file: FoundFile, runningUser: UInt32, isFromSystemd: Bool, largestSize: Int = largestSize
  ) -> Violation? {
    let closed: UInt32 = isFromSystemd ? 0o037 : 0o077
    if !file.isRegular { return .notRegular }
    if file.owner != 0 && file.owner != runningUser { return .owner(file.owner) }
    if file.permissions & closed != 0 { return .open(permissions: file.permissions) }
    if file.bytes.count > largestSize { return .tooLarge }
    return nil
  }
}
