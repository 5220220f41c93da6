public import Documents
public import HTTPTransport

/// A secret as it was read, and where it itself says it may go.
public struct BoundSecret: Sendable {
  /// What is sent.
  public var secret: Secret
  /// What its second line says; nil where it has none.
  public var binding: SecretBinding?
  /// Where it was read.
  public var source: SecretSource

  /// A secret from its parts.
  public init(secret: Secret, binding: SecretBinding?, source: SecretSource) {
    self.secret = secret
    self.binding = binding
    self.source = source
  }
}

/// Where a secret was read.
public enum SecretSource: Hashable, Sendable {
  /// A credential of this name, found at `path`.
  case credential(name: String, path: String)
  /// A file.
  case file(path: String)
  /// An environment variable.
  case environment(name: String)
}

/// Why a secret cannot be used. All of them mean that something was not permitted, exit code 77.
///
/// No part of it ever holds the secret.
public struct SecretError: Error, Hashable, Sendable {
  /// What was found, and what to do; its code is a stable name such as `secret.not-bound`.
  public var message: Message

  /// Why a secret cannot be used.
  public init(code: String, _ text: String, hint: String? = nil) {
    message = Message(code: code, text, hint: hint)
  }

  /// Why a secret cannot be used, in words that somebody else has found.
  public init(_ message: Message) {
    self.message = message
  }
}
