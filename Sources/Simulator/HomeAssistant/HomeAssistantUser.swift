/// Somebody with a long-lived access token for a pretend Home Assistant.
public struct HomeAssistantUser: Hashable, Sendable {
  /// What a user may do.
  public enum Kind: Hashable, Sendable {
    case administrator
    /// Reads and switches.
    case user
    /// Reads.
    case reader
  }

  /// The access token.
  public var token: String
  /// What the user may do.
  public var kind: Kind
  /// The user's id, which states name as the one who changed them.
  public var id: String
  /// A user who is not active is refused like a stranger.
  public var isActive = true

  /// A user from token and rights.
  public init(token: String, kind: Kind = .administrator, id: String = "78d6442ce7424ca1955faf0f54272d04") {
    self.token = token
    self.kind = kind
    self.id = id
  }
}

extension HomeAssistant {
  /// What deleting a token on its user's page does.
  public mutating func revoke(_ token: String) {
    users.removeAll { $0.token == token }
  }
}
