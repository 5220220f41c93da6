import Hashing
package import Host

/// 256 random bits that are in a link, a cookie or a header, as 43 characters. Only its hash is kept.
package struct DeviceToken: Sendable, CustomStringConvertible, CustomReflectable {
  /// The characters, which open what they are for.
  package let text: String

  /// One that nobody can guess.
  package init(_ environment: Environment) { text = Digest.base64url(environment.secureBytes(32)) }

  /// One that somebody shows; nil for what cannot be one.
  package init?(shown text: String) {
    guard text.utf8.count == 43, Digest.bytes(base64url: text)?.count == 32 else { return nil }
    self.text = text
  }

  /// What is kept of it.
  package var hash: String { Digest.hex(Digest.sha256(Array(text.utf8))) }

  /// What is kept of those of `shown` that can be one.
  package static func hashes(of shown: [String]) -> [String] { shown.compactMap(Self.init(shown:)).map(\.hash) }

  /// It is shown to nobody by accident.
  package var description: String { "***" }
  /// It is shown to nobody by accident.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
