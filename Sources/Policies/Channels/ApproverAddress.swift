/// Where an approver is told. The machine's own file says it, and never a policy: whoever may edit a policy would
/// choose which program runs, and who hears the codes of others.
public enum ApproverAddress: Hashable, Sendable {
  /// A program of this machine, by its absolute path.
  case command(path: String)
  /// A topic of an ntfy server.
  case ntfy(NtfyTopic)
}

/// A topic of an ntfy server. Whoever knows its path can read what is sent there, unless the server asks for a token.
public struct NtfyTopic: Hashable, Sendable {
  /// The address with the topic as the end of its path.
  public var url: BaseURL
  /// Where the token is found that it is sent with; nil if there is none.
  public var token: SecretReference?
  /// Whether `plaintext: true` is written: it may go over `http` within the home.
  public var plaintext: Bool

  /// A topic from its parts.
  public init(url: BaseURL, token: SecretReference? = nil, plaintext: Bool = false) {
    (self.url, self.token, self.plaintext) = (url, token, plaintext)
  }
}
