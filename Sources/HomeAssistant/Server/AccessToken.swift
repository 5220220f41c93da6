import CivilTime
import Hashing
import HTTPTransport
import JSONTree
import Providers

/// A long-lived access token: a JSON web token, of which nothing but its end is ever looked at.
struct AccessToken: Sendable {
  /// What is sent.
  let header: HeaderField
  /// When it ends; nil where that cannot be read from it.
  let ends: Instant?

  /// Throws where `secret` cannot be a token, or has ended: each refusal counts towards a ban, so that what is bound to be
  /// refused is not sent. A byte outside ASCII would be answered with a status of 500 (measured).
  init(_ secret: Secret, now: Instant) throws(ProviderError) {
    guard secret.reveal({ Self.isPlain($0) }) else { throw HomeAssistantMessages.noToken }
    ends = secret.reveal { Self.end(of: $0) }
    if let ends, ends <= now { throw HomeAssistantMessages.tokenEnded(ends) }
    header = secret.reveal { HeaderField("Authorization", Secret("Bearer \($0)")) }
  }

  private static func isPlain(_ token: String) -> Bool {
    !token.isEmpty && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// What `exp` in the middle one of its three parts says.
  private static func end(of token: String) -> Instant? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    guard let bytes = Digest.bytes(base64url: String(parts[1])),
      let seconds = (try? JSONText(checking: bytes, within: .small))?["exp"]?.int
    else { return nil }
    return Instant(secondsSinceEpoch: Int64(seconds))
  }
}
