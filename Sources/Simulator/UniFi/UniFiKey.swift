/// A key of a console. It acts with the role of the administrator who made it.
public struct UniFiKey: Sendable {
  /// What is sent in `X-API-KEY`.
  public var key: String
  /// What its maker may do.
  public var role: Role

  /// What an administrator may do.
  public enum Role: Hashable, Sendable {
    case full
    /// Every write is refused with 403.
    case viewOnly
  }

  /// A key with a role.
  public init(_ key: String, role: Role = .full) {
    self.key = key
    self.role = role
  }
}
