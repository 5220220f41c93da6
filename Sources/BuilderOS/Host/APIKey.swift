import HTTPTransport
import Providers

/// The key that every request carries.
struct APIKey: Sendable {
  /// What is sent.
  let header: HeaderField

  /// Throws where `secret` cannot be a key, so that it is not sent: it could not be in a header.
  init(_ secret: Secret) throws(ProviderError) {
    guard secret.reveal({ Self.isPlain($0) }) else { throw BuilderOSMessages.noKey }
    header = HeaderField("X-API-Key", secret)
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
